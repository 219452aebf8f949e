#include "server/cache/cache.h"
#include "server/confirm/kept.h"
#include "server/lsp/convert.h"
#include "server/lsp/findings.h"
#include "server/lsp/handlers.h"

namespace lsp {
namespace {

// What runs on the real PyTorch said, above the lines that it is about. There is nothing to click.
Json lenses_of(const session::Result& result, const Client& client) {
    Json lenses = Json::array();
    const text::Source& source = *result.snapshot->source;
    const auto kept = confirm::Kept::of(cache::default_folder(), source.path());
    if (!kept) return lenses;
    for (const rules::Finding& finding : result.findings)
        if (const std::string note = kept->note(source, finding); !note.empty())
            lenses.push_back({{"range", range(source, finding.span, client.unit)},
                              {"command", {{"title", std::string(finding.code) + " " + note}, {"command", ""}}}});
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
