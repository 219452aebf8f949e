#include "server/lsp/convert.h"
#include "server/lsp/handlers.h"

#include <charconv>

namespace lsp {
namespace {

struct Report {
    std::string id;
    Json items;
};

// Equal items have equal ids, whatever was edited in between: FNV-1a of their text.
std::string id_of(const Json& items) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : rpc::dump(items)) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return std::to_string(hash);
}

void publish(Context& context, const std::shared_ptr<const session::Result>& result) {
    context.session.run(
        session::Pace::quick, [result, client = context.client] { return diagnostics(*result, client); },
        [&context, snapshot = result->snapshot](std::optional<Json> items) {
            if (!items || context.session.find(snapshot->uri) != snapshot) return;  // edited or closed meanwhile
            context.dispatcher.notify(
                "textDocument/publishDiagnostics",
                {{"uri", snapshot->uri}, {"version", snapshot->version}, {"diagnostics", std::move(*items)}});
        });
}

}  // namespace

void publish_diagnostics(Context& context) {
    context.session.push_to(
        [&context](const std::shared_ptr<const session::Result>& result) { publish(context, result); });
}

void pull_diagnostics(Context& context, const DiagnosticParams& params, const rpc::Reply& reply) {
    const auto answer = [previous = params.previous, reply](const Report& report) {
        if (report.id == previous)
            reply({{"kind", "unchanged"}, {"resultId", report.id}});
        else
            reply({{"kind", "full"}, {"resultId", report.id}, {"items", report.items}});
    };
    context.session.analyzed(params.uri, [&context, answer](const std::shared_ptr<const session::Result>& result) {
        if (!result) return answer({.id = "closed", .items = Json::array()});
        const auto work = [result, client = context.client] {
            Json items = diagnostics(*result, client);
            return Report{.id = id_of(items), .items = std::move(items)};
        };
        context.session.run(session::Pace::quick, work, [answer](const std::optional<Report>& report) {
            if (report) answer(*report);
        });
    });
}

}  // namespace lsp
