// What every handler works with: the client, the documents, and the way back to the client.
#pragma once

#include "analysis/analyze.h"
#include "server/lsp/client.h"
#include "server/rpc/dispatcher.h"
#include "server/rpc/parent.h"
#include "server/session/session.h"

namespace lsp {

struct Context {
    rpc::Dispatcher& dispatcher;
    session::Session& session;
    rpc::Parent& parent;
    analysis::Options options;  // of the command line and initializationOptions; later settings are laid over them
    Client client;              // filled in by initialize
};

}  // namespace lsp
