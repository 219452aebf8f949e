// One function per message of the protocol, in the file that is named after its subject. server.cpp has the table.
#pragma once

#include "server/lsp/context.h"
#include "server/lsp/protocol.h"

namespace lsp {

// initialize.cpp
void initialize(Context& context, const InitializeParams& params, const rpc::Reply& reply);
void initialized(Context& context, const NoParams& params);

// configuration.cpp
void did_change_configuration(Context& context, const ConfigurationParams& params);
void did_change_watched_files(Context& context, const WatchedFilesParams& params);
void ask_for_configuration(Context& context);
struct Configured {
    analysis::Options options;
    modules::Roots packages;
};
[[nodiscard]] Configured configuration_for(Context& context, const std::string& uri);
void watch_disk(Context& context);
void ask_to_pull(Context& context);  // anew, if the client can

// documents.cpp
void did_open(Context& context, const DidOpenParams& params);
void did_change(Context& context, const DidChangeParams& params);
void did_close(Context& context, const DocumentParams& params);

// diagnostics.cpp
void publish_diagnostics(Context& context);  // from now on, for a client that does not pull
void pull_diagnostics(Context& context, const DiagnosticParams& params, const rpc::Reply& reply);

// hover.cpp, code_lenses.cpp and code_actions.cpp
void hover(Context& context, const HoverParams& params, const rpc::Reply& reply);
void code_lenses(Context& context, const DocumentParams& params, const rpc::Reply& reply);
void code_actions(Context& context, const CodeActionParams& params, const rpc::Reply& reply);

}  // namespace lsp
