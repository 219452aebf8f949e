#include "server/lsp/findings.h"

namespace lsp {

std::vector<const rules::Finding*> findings_at(const session::Result& result, text::Span span) {
    std::vector<const rules::Finding*> touched;
    for (const rules::Finding& finding : result.findings)
        if (finding.span.begin <= span.end && span.begin <= finding.span.end) touched.push_back(&finding);
    return touched;
}

void answer_about(Context& context, const std::string& uri, const rpc::Reply& reply, const rpc::Json& nothing,
                  Question question) {
    const auto asked = context.session.find(uri);
    context.session.analyzed(uri, [=, &context](const std::shared_ptr<const session::Result>& result) {
        if (!result || result->snapshot->source != asked->source) return reply(nothing);
        context.session.run([question, result, engine = context.session.engine(),
                             client = context.client] { return question(*result, engine, client); },
                            [reply](std::optional<rpc::Json> answer) {
                                if (answer) reply(std::move(*answer));
                            });
    });
}

}  // namespace lsp
