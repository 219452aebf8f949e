#include "server/logging/log.h"
#include "server/lsp/handlers.h"
#include "server/lsp/uri.h"

namespace lsp {

void did_open(Context& context, const DidOpenParams& params) {
    auto source = std::make_shared<text::Source>(path_of(params.uri).value_or(params.uri), params.text);
    auto [options, packages] = configuration_for(context, params.uri);
    context.session.open(params.uri, std::move(source), params.version, std::move(options), std::move(packages));
}

void did_change(Context& context, const DidChangeParams& params) {
    if (!context.session.change(params.uri, params.version, params.changes, context.client.unit))
        logging::warning(params.uri + " was changed, but is not open");
}

void did_close(Context& context, const DocumentParams& params) {
    if (!context.session.close(params.uri) || context.client.pulls) return;
    context.dispatcher.notify("textDocument/publishDiagnostics", {{"uri", params.uri}, {"diagnostics", Json::array()}});
}

}  // namespace lsp
