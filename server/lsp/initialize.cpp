#include "server/logging/log.h"
#include "server/lsp/handlers.h"
#include "server/lsp/settings.h"

namespace lsp {
namespace {

constexpr int incremental = 2;

Json capabilities(const Client& client) {
    Json json = {{"positionEncoding", name_of(client.unit)},
                 {"textDocumentSync", {{"openClose", true}, {"change", incremental}}},
                 {"hoverProvider", true},
                 {"codeLensProvider", Json::object()}};
    if (client.code_actions)
        json["codeActionProvider"] = {{"codeActionKinds", {"quickfix", "source.fixAll.graphmend"}}};
    if (client.pulls)
        json["diagnosticProvider"] = {
            {"identifier", "graphmend"}, {"interFileDependencies", true}, {"workspaceDiagnostics", false}};
    return json;
}

}  // namespace

void initialize(Context& context, const InitializeParams& params, const rpc::Reply& reply) {
    context.client = read_client(params.capabilities);
    context.initial = read_settings(params.options);
    if (params.process) context.parent.watch(*params.process);
    if (!context.client.pulls) publish_diagnostics(context);
    context.session.tell_of_stale([&context] { ask_to_pull(context); });
    watch_disk(context);
    logging::info("a client connected: columns in " + std::string(name_of(context.client.unit)) + ", diagnostics are " +
                  (context.client.pulls ? "pulled" : "pushed"));
    reply({{"capabilities", capabilities(context.client)},
           {"serverInfo", {{"name", "graphmend"}, {"version", GRAPHMEND_VERSION}}}});
}

void initialized(Context& context, const NoParams&) {
    Json registrations = Json::array();
    const auto ask_to_hear_of = [&](const char* method, Json options) {
        registrations.push_back({{"id", method}, {"method", method}, {"registerOptions", std::move(options)}});
    };
    if (context.client.registers_configuration)
        ask_to_hear_of("workspace/didChangeConfiguration", {{"section", "graphmend"}});
    if (context.client.watches_files) {
        const Json files = {{"globPattern", "**/{*.py,graphmend.toml,pyproject.toml}"}};
        ask_to_hear_of("workspace/didChangeWatchedFiles", {{"watchers", Json::array({files})}});
    }
    if (!registrations.empty())
        context.dispatcher.ask("client/registerCapability", {{"registrations", registrations}}, [](const Json&) {});
    ask_for_configuration(context);
}

}  // namespace lsp
