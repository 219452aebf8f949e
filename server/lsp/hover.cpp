#include "analysis/torch/knowledge.h"
#include "server/lsp/convert.h"
#include "server/lsp/findings.h"
#include "server/lsp/handlers.h"

#include <string>
#include <vector>

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

void trail(Page& page, const rules::Finding& finding, const text::Source& source) {
    if (finding.trail.empty()) return;
    page.paragraph("How it comes to this:\n");  // Markdown wants an empty line before a list
    for (const rules::Step& step : finding.trail) {
        const std::string file = step.path == source.path() ? "line " : step.path + ", line ";
        page.item(step.text + " (" + file + std::to_string(step.at.line) + ")");
    }
}

// Some texts of the registry are templates, or the source of an expression: those say nothing without a run.
bool is_plain(std::string_view text) { return !text.empty() && text.find('{') == text.npos && !text.starts_with('"'); }

// One hint per line; a line that ends in a blank goes on in the next.
std::vector<std::string> hints(std::string_view text) {
    std::vector<std::string> hints(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\n')
            hints.back() += text[i];
        else if (i > 0 && text[i - 1] != ' ')
            hints.emplace_back();
    }
    return hints;
}

void registry(Page& page, const rules::Finding& finding) {
    for (const std::string_view id : finding.gb) {
        const torch::Break* const entry = torch::find_break(id);
        if (entry == nullptr) continue;
        page.paragraph("PyTorch's " + std::string(id) + ": " + page.strong(entry->type));
        if (is_plain(entry->explanation)) page.paragraph(std::string(entry->explanation));
        for (const std::string& hint : hints(entry->hints))
            if (is_plain(hint)) page.paragraph("Its hint: " + hint);
    }
}

void fixes(Page& page, const transforms::Proposal& proposal) {
    for (const transforms::Fix& fix : proposal.fixes) {
        page.paragraph("Fix (" + std::string(transforms::to_string(fix.safety)) + "): " + fix.title);
        if (fix.tests.empty()) continue;
        page.paragraph("It tests that\n");
        for (const std::string& each : transforms::proof::says(fix.tests)) page.item(each);
    }
    if (!proposal.advice.empty()) page.paragraph("By hand: " + proposal.advice);
    if (proposal.declined) page.paragraph("No safe fix: " + *proposal.declined);
}

void describe(Page& page, const session::Result& result, const rules::Finding& finding, const session::Engine& engine) {
    page.paragraph(page.strong(finding.name) + " " + page.code(finding.code) + ": " + finding.message);
    std::string effect = "It " + std::string(in_words(finding.outcome));
    if (finding.confidence == rules::Confidence::likely) effect += " (likely)";
    if (!finding.when.empty()) effect += ", when " + finding.when;
    page.paragraph(effect + ".");
    const auto index = static_cast<std::size_t>(&finding - result.findings.data());
    if (const std::string& note = result.notes.findings[index]; !note.empty())
        page.paragraph("On the real PyTorch: " + note + ".");
    trail(page, finding, *result.snapshot->source);
    registry(page, finding);
    fixes(page, session::proposal(engine, result, finding));
    page.paragraph("More: " + page.code("graphmend explain " + std::string(finding.code)));
}

Json hover_at(const session::Result& result, std::uint32_t offset, const session::Engine& engine,
              const Client& client) {
    const auto findings = findings_at(result, {offset, offset});
    if (findings.empty()) return nullptr;
    Page page(client.markdown);
    for (const rules::Finding* const finding : findings) {
        if (finding != findings.front()) page.paragraph(client.markdown ? "---" : "");
        describe(page, result, *finding, engine);
    }
    return {{"contents", {{"kind", client.markdown ? "markdown" : "plaintext"}, {"value", page.text()}}},
            {"range", range(*result.snapshot->source, findings.front()->span, client.unit)}};
}

}  // namespace

void hover(Context& context, const HoverParams& params, const rpc::Reply& reply) {
    answer_about(context, params.uri, reply, nullptr,
                 [position = params.position](const session::Result& result, const session::Engine& engine,
                                              const Client& client) {
                     const std::uint32_t offset = text::offset(*result.snapshot->source, position, client.unit);
                     return hover_at(result, offset, engine, client);
                 });
}

}  // namespace lsp
