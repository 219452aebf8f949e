#include "server/lsp/ignore.h"

#include "analysis/syntax/suppressions.h"

#include <algorithm>
#include <array>

namespace lsp {
namespace {

// Behind a backslash and within a string, a `#` begins no comment.
bool can_hold_comment(const syntax::Tree& tree, std::uint32_t line) {
    const text::Span span = tree.source().line(line);
    if (tree.source().text(span).ends_with('\\')) return false;
    for (syntax::Node node = tree.at(span.end); node; node = node.parent())
        if (node.is(syntax::Kind::string) && node.span().begin < span.end && span.end < node.span().end) return false;
    return true;
}

// The lines on which the analysis looks for a comment about the finding: the first of its statement is where people do.
std::optional<std::uint32_t> line_for(const syntax::Tree& tree, const rules::Finding& finding) {
    const text::Source& source = tree.source();
    const std::array lines{source.line_at(finding.statement.begin), source.line_at(finding.span.begin),
                           source.line_at(std::max(finding.span.begin + 1, finding.span.end) - 1)};
    const auto found = std::ranges::find_if(lines, [&](std::uint32_t line) { return can_hold_comment(tree, line); });
    return found == lines.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

std::optional<transforms::Edit> ignore(const syntax::Tree& tree, const rules::Finding& finding) {
    const std::optional<std::uint32_t> line = line_for(tree, finding);
    if (!line) return std::nullopt;
    const text::Span comment = syntax::suppression_comment(tree.source(), *line);
    const std::string code(finding.code);
    if (comment.empty()) {
        const std::uint32_t end = tree.source().line(*line).end;
        return transforms::Edit{.span = {end, end}, .text = "  # graphmend: ignore[" + code + "]"};
    }
    const std::string_view text = tree.source().text(comment);
    const std::size_t bracket = text.find(']');
    if (text.find("graphmend") < bracket && bracket != text.npos) {
        const std::uint32_t at = comment.begin + static_cast<std::uint32_t>(bracket);
        return transforms::Edit{.span = {at, at}, .text = ", " + code};
    }
    // Of two comments on a line the first counts, and the codes of a `noqa` belong to other tools.
    return transforms::Edit{.span = {comment.begin, comment.begin}, .text = "# graphmend: ignore[" + code + "]  "};
}

}  // namespace lsp
