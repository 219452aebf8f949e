#include "analysis/syntax/suppressions.h"

#include <algorithm>
#include <cctype>
#include <optional>

// The comment is found by its text, without the tree: a string that spells one on the line of a finding silences it
// too.

namespace syntax {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool equal_ignoring_case(char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

// Takes `word`, which is no part of a longer one, and the white space around it off the front of `text`, ignoring case.
bool take(std::string_view& text, std::string_view word) {
    const std::string_view at = trimmed(text);
    if (at.size() < word.size() || !std::equal(word.begin(), word.end(), at.begin(), equal_ignoring_case)) return false;
    if (at.size() > word.size() && is_word(word.back()) && is_word(at[word.size()])) return false;
    text = trimmed(at.substr(word.size()));
    return true;
}

// A listed code names itself and, as a prefix, its group: `GM1` covers GM101.
bool lists(std::string_view codes, std::string_view code) {
    while (!codes.empty()) {
        const std::size_t end = std::min(codes.find_first_of(", \t]#"), codes.size());
        const std::string_view listed = codes.substr(0, end);
        if (!listed.empty() && code.starts_with(listed)) return true;
        if (end == codes.size() || codes[end] == ']' || codes[end] == '#') return false;
        codes.remove_prefix(end + 1);
    }
    return false;
}

// What a comment says: which codes it silences, "" for all of them; nullopt if it is no suppression.
std::optional<std::string_view> silenced_by(std::string_view comment) {
    std::string_view text = comment.substr(1);
    if (take(text, "graphmend")) {
        if (!take(text, ":") || !take(text, "ignore")) return std::nullopt;
        return take(text, "[") ? text : std::string_view();
    }
    if (take(text, "noqa") && take(text, ":") && !text.empty()) return text;
    return std::nullopt;
}

}  // namespace

text::Span suppression_comment(const text::Source& source, std::uint32_t line) {
    const text::Span span = source.line(line);
    const std::string_view text = source.text(span);
    for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1))
        if (silenced_by(text.substr(at))) return {span.begin + static_cast<std::uint32_t>(at), span.end};
    return {};
}

text::Span suppression_of(const text::Source& source, text::Span statement, std::string_view code) {
    return Suppressions().of(source, statement, code);
}

text::Span Suppressions::of(const text::Source& source, text::Span statement, std::string_view code) {
    auto& comments = comments_[&source];
    const std::uint32_t first = source.line_at(statement.begin);
    const std::uint32_t last = source.line_at(std::max(statement.begin, statement.end - (statement.empty() ? 0U : 1U)));
    for (const std::uint32_t line : {first, last}) {
        const auto [known, is_new] = comments.try_emplace(line);
        if (is_new) known->second = suppression_comment(source, line);
        const text::Span comment = known->second;
        if (comment.empty()) continue;
        const auto codes = silenced_by(source.text(comment));
        if (codes && (codes->empty() || lists(*codes, code))) return comment;
    }
    return {};
}

bool is_for_graphmend(const text::Source& source, text::Span comment) {
    const auto codes = silenced_by(source.text(comment));
    return codes && (codes->empty() || codes->starts_with("GM"));
}

}  // namespace syntax
