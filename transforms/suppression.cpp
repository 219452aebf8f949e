#include "transforms/suppression.h"

#include "analysis/syntax/suppressions.h"
#include "analysis/values/program.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>

namespace transforms {

namespace {

using edit::Edit;

// Behind a backslash and within a string, a `#` begins no comment.
bool can_hold_comment(const syntax::Tree& tree, std::uint32_t line) {
    const text::Span span = tree.source().line(line);
    return !tree.source().text(span).ends_with('\\') && !syntax::in_string(tree, span.end);
}

// The lines on which the analysis looks for a comment about the finding: the first of its statement is where people do.
std::optional<std::uint32_t> line_for(const syntax::Tree& tree, const rules::Finding& finding) {
    const text::Source& source = tree.source();
    const auto last = [&](text::Span span) { return source.line_at(std::max(span.begin + 1, span.end) - 1); };
    const std::array lines{source.line_at(finding.statement.begin), source.line_at(finding.span.begin),
                           last(finding.span), last(finding.statement)};
    const auto* found = std::ranges::find_if(lines, [&](std::uint32_t line) { return can_hold_comment(tree, line); });
    return found == lines.end() ? std::nullopt : std::optional(*found);
}

std::string joined(const std::vector<std::string_view>& codes) {
    std::string text;
    for (const std::string_view code : codes) text.append(text.empty() ? "" : ", ").append(code);
    return text;
}

Edit comment(const syntax::Tree& tree, std::uint32_t line, const std::string& codes, std::string_view reason) {
    const text::Source& source = tree.source();
    for (const syntax::Suppression& known : syntax::suppressions_on(source, line))
        if (known.is_own && !known.codes.empty() && !syntax::in_string(tree, known.span.begin))
            return {.span = {known.codes.back().end, known.codes.back().end}, .text = ", " + codes};
    const std::uint32_t end = source.line(line).end;
    std::string text = "  # graphmend: ignore[" + codes + "]";
    if (!reason.empty()) text.append(" ").append(reason);
    return {.span = {end, end}, .text = std::move(text)};
}

// The comment, with the white space around it; with its line if nothing else is there.
text::Span whole(const text::Source& source, text::Span comment) {
    const std::uint32_t number = source.line_at(comment.begin);
    const text::Span line = source.line(number);
    const std::string_view text = source.text(line);
    const auto offset = [&](std::size_t at) { return line.begin + static_cast<std::uint32_t>(at); };
    const std::size_t behind = text.find_first_not_of(" \t", comment.end - line.begin);
    if (behind != std::string_view::npos) return {comment.begin, offset(behind)};
    const std::size_t before = text.substr(0, comment.begin - line.begin).find_last_not_of(" \t");
    if (before != std::string_view::npos) return {offset(before + 1), line.end};
    return {line.begin, number + 1 < source.line_count() ? source.line(number + 1).begin : line.end};
}

// The code, with what keeps it apart from its neighbour.
text::Span one_of(std::span<const text::Span> codes, text::Span code) {
    const auto at = std::ranges::find(codes, code);
    const bool is_first = at == codes.begin();
    return is_first ? text::Span{code.begin, (at + 1)->begin} : text::Span{(at - 1)->end, code.end};
}

}  // namespace

std::vector<Edit> suppress(const syntax::Tree& tree, std::span<const rules::Finding> findings,
                           std::string_view reason) {
    std::map<std::uint32_t, std::vector<std::string_view>> codes;  // by line
    for (const rules::Finding& finding : findings)
        if (const auto line = line_for(tree, finding)) {
            auto& known = codes[*line];
            if (std::ranges::find(known, finding.code) == known.end()) known.push_back(finding.code);
        }
    std::vector<Edit> edits;
    for (auto& [line, each] : codes) {
        std::ranges::sort(each);
        edits.push_back(comment(tree, line, joined(each), reason));
    }
    return edits;
}

bool can_suppress(const syntax::Tree& tree, const rules::Finding& finding) {
    return line_for(tree, finding).has_value();
}

Proposal propose_no_comment(Study& study, const rules::Finding& finding) {
    const text::Source& source = study.analysis().source();
    for (const syntax::Suppression& known : syntax::suppressions_on(source, source.line_at(finding.span.begin))) {
        if (!known.span.contains(finding.span)) continue;
        const bool all = known.span == finding.span;
        // Code of this file that only compiled code of another one comes to has its findings there.
        const std::string assumes = "no finding of another file's compiled code needs it";
        const std::string what = all ? "the comment" : "`" + std::string(source.text(finding.span)) + "`";
        Proposal proposal = offered(
            {.rewrite = "no-comment",
             .title = "take " + what + " away, which silences nothing (assumes that " + assumes + ")",
             .safety = Safety::unsafe,
             .assumes = assumes,
             .edits = {{.span = all ? whole(source, known.span) : one_of(known.codes, finding.span), .text = ""}}});
        proposal.declined = "compiled code of another file may need it";
        return proposal;
    }
    return {};
}

}  // namespace transforms
