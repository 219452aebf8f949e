// What every handler works with: the client, the documents, and the way back to the client.
#pragma once

#include "analysis/analyze.h"
#include "server/config/config.h"
#include "server/lsp/client.h"
#include "server/rpc/dispatcher.h"
#include "server/rpc/parent.h"
#include "server/session/session.h"

namespace lsp {

struct Context {
    rpc::Dispatcher& dispatcher;
    session::Session& session;
    rpc::Parent& parent;
    analysis::Options options;    // of the command line; the project's are laid over them, then the client's
    config::Settings initial;     // of initializationOptions
    config::Settings configured;  // of workspace/configuration
    Client client;
    std::string complaint;  // the last one about a configuration file, which is made once
};

}  // namespace lsp
