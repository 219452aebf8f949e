#include "analysis/torch/knowledge.h"
#include "server/lsp/convert.h"
#include "server/lsp/findings.h"
#include "server/lsp/handlers.h"

namespace lsp {
namespace {

// The same text for people whose editor shows Markdown and for the others.
class Page {
  public:
    explicit Page(bool markdown) : markdown_(markdown) {}

    [[nodiscard]] std::string strong(std::string_view text) const { return wrapped(text, "**"); }
    [[nodiscard]] std::string code(std::string_view text) const { return wrapped(text, "`"); }
    void paragraph(const std::string& text) { text_ += (text_.empty() ? "" : "\n\n") + text; }
    void item(const std::string& text) { text_ += "\n- " + text; }
    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    [[nodiscard]] std::string wrapped(std::string_view text, const char* mark) const {
        return markdown_ ? mark + std::string(text) + mark : std::string(text);
    }

    bool markdown_;
    std::string text_;
};

void trail(Page& page, const rules::Finding& finding) {
    if (finding.trail.empty()) return;
    page.paragraph("How it comes to this:\n");
    for (const rules::Step& step : finding.trail) page.item(step.text + " (line " + std::to_string(step.at.line) + ")");
}

void registry(Page& page, const rules::Finding& finding) {
    for (const std::string_view id : finding.gb) {
        const torch::Break* const entry = torch::find_break(id);
        if (entry == nullptr) continue;
        page.paragraph("PyTorch calls it " + page.strong(entry->type) + " (" + std::string(id) + "): " +
                       std::string(entry->explanation));
        if (!entry->hints.empty()) page.paragraph(std::string(entry->hints));
    }
}

void fixes(Page& page, const transforms::Proposal& proposal) {
    for (const transforms::Fix& fix : proposal.fixes)
        page.paragraph("Fix (" + std::string(transforms::to_string(fix.safety)) + "): " + fix.title);
    if (proposal.declined) page.paragraph("No safe fix: " + *proposal.declined);
}

void describe(Page& page, const rules::Finding& finding, const transforms::Proposal& proposal) {
    page.paragraph(page.strong(finding.name) + " " + page.code(finding.code) + ": " + finding.message);
    std::string effect = "It " + std::string(in_words(finding.outcome));
    if (finding.confidence == rules::Confidence::likely) effect += " (likely)";
    if (!finding.when.empty()) effect += ", when " + finding.when;
    page.paragraph(effect + ".");
    trail(page, finding);
    registry(page, finding);
    fixes(page, proposal);
    page.paragraph("More: " + page.code("graphmend explain " + std::string(finding.code)));
}

Json hover_at(const session::Result& result, std::uint32_t offset, const session::Engine& engine, const Client& client) {
    const auto findings = findings_at(result, {offset, offset});
    if (findings.empty()) return nullptr;
    Page page(client.markdown);
    for (const rules::Finding* const finding : findings) {
        if (finding != findings.front()) page.paragraph(client.markdown ? "---" : "");
        describe(page, *finding, engine.propose(result.analysis, *finding));
    }
    return {{"contents", {{"kind", client.markdown ? "markdown" : "plaintext"}, {"value", page.text()}}},
            {"range", range(*result.snapshot->source, findings.front()->span, client.unit)}};
}

}  // namespace

void hover(Context& context, const HoverParams& params, const rpc::Reply& reply) {
    answer_about(context, params.uri, reply, nullptr,
                  [position = params.position](const session::Result& result, const session::Engine& engine, const Client& client) {
                      const std::uint32_t offset = text::offset(*result.snapshot->source, position, client.unit);
                      return hover_at(result, offset, engine, client);
                  });
}

}  // namespace lsp
