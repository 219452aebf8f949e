#include "server/lsp/convert.h"
#include "server/lsp/findings.h"
#include "server/lsp/handlers.h"

namespace lsp {
namespace {

// What runs on the real PyTorch said, above the lines that it is about. There is nothing to click.
Json lenses_of(const session::Result& result, const Client& client) {
    Json lenses = Json::array();
    const text::Source& source = *result.snapshot->source;
    const auto add = [&](text::Span at, const std::string& title) {
        lenses.push_back({{"range", range(source, at, client.unit)}, {"command", {{"title", title}, {"command", ""}}}});
    };
    for (std::size_t i = 0; i < result.findings.size(); ++i)
        if (const std::string& note = result.notes.findings[i]; !note.empty())
            add(result.findings[i].span, std::string(result.findings[i].code) + " " + note);
    for (const confirm::Notes::Entry& entry : result.notes.only_at_run_time)
        add(source.line(entry.line - 1), entry.text);
    return lenses;
}

}  // namespace

void code_lenses(Context& context, const DocumentParams& params, const rpc::Reply& reply) {
    answer_about(context, params.uri, reply, Json::array(),
                 [](const session::Result& result, const session::Engine&, const Client& client) {
                     return lenses_of(result, client);
                 });
}

}  // namespace lsp
