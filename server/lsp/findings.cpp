#include "server/lsp/findings.h"

namespace lsp {

std::vector<const rules::Finding*> findings_at(const session::Result& result, text::Span span) {
    std::vector<const rules::Finding*> touched;
    for (const rules::Finding& finding : result.findings)
        if (finding.span.begin <= span.end && span.begin <= finding.span.end) touched.push_back(&finding);
    return touched;
}

void answer_about(Context& context, const std::string& uri, const rpc::Reply& reply, const rpc::Json& nothing,
                  Question question, session::Pace pace) {
    context.session.analyzed_unless_edited(uri, [=, &context](const std::shared_ptr<const session::Result>& result) {
        if (!result) return reply(nothing);
        if (reply.cancelled().stop_requested()) return;
        context.session.run(
            pace,
            [question, result, cancelled = reply.cancelled(), engine = context.session.engine(),
             client = context.client] {
                const session::Errand errand(cancelled);
                return question(*result, engine, client);
            },
            [reply, nothing, stop = result->snapshot->stop](std::optional<rpc::Json> answer) {
                // An edit stops the rewrites half-way, and then what they say is worth nothing.
                if (stop.stop_requested()) return reply(nothing);
                if (answer) reply(std::move(*answer));
            });
    });
}

}  // namespace lsp
