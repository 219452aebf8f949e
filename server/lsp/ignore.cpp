#include "server/lsp/ignore.h"

#include "analysis/syntax/suppressions.h"

namespace lsp {

transforms::Edit ignore(const text::Source& source, const rules::Finding& finding) {
    // The last line of a statement can always hold a comment; its first may end in a backslash or within a string.
    const text::Span statement = finding.statement;
    const std::uint32_t line = source.line_at(statement.empty() ? statement.begin : statement.end - 1);
    const text::Span comment = syntax::suppression_comment(source, line);
    const std::string code(finding.code);
    if (comment.empty()) {
        const std::uint32_t end = source.line(line).end;
        return {.span = {end, end}, .text = "  # graphmend: ignore[" + code + "]"};
    }
    const std::string_view text = source.text(comment);
    const std::size_t bracket = text.find(']');
    if (text.find("graphmend") < bracket && bracket != text.npos) {
        const std::uint32_t at = comment.begin + static_cast<std::uint32_t>(bracket);
        return {.span = {at, at}, .text = ", " + code};
    }
    // Of two comments on a line the first counts, and the codes of a `noqa` belong to other tools.
    return {.span = {comment.begin, comment.begin}, .text = "# graphmend: ignore[" + code + "]  "};
}

}  // namespace lsp
