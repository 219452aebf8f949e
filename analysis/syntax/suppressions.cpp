#include "analysis/syntax/suppressions.h"

#include "analysis/syntax/tree.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace syntax {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

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

// Up to the next comment of the line. A number behind a `#` is that of an issue.
std::string_view one_comment(std::string_view text) {
    for (std::size_t at = text.find('#', 1); at != std::string_view::npos; at = text.find('#', at + 1))
        if (is_space(text[at - 1]) && (at + 1 == text.size() || !is_digit(text[at + 1])))
            return trimmed(text.substr(0, at));
    return trimmed(text);
}

// "GM101", "E501"
bool is_code(std::string_view word) {
    return std::ranges::all_of(word,
                               [](char c) { return is_word(c) && std::islower(static_cast<unsigned char>(c)) == 0; });
}

// The words of a list, up to the first that is no code.
std::vector<text::Span> read_codes(const text::Source& source, std::string_view list) {
    std::vector<text::Span> codes;
    for (std::size_t at = 0; at < list.size(); ++at) {
        const std::size_t end = std::min(list.find_first_of(", \t", at), list.size());
        if (!is_code(list.substr(at, end - at))) break;
        const auto begin = static_cast<std::uint32_t>(list.data() + at - source.text().data());
        if (end > at) codes.push_back({begin, begin + static_cast<std::uint32_t>(end - at)});
        at = end;
    }
    return codes;
}

// What a comment says; nullopt if it is no suppression.
std::optional<Suppression> read(const text::Source& source, std::string_view comment) {
    const auto begin = static_cast<std::uint32_t>(comment.data() - source.text().data());
    Suppression read{.span = {begin, begin + static_cast<std::uint32_t>(comment.size())}};
    std::string_view text = comment.substr(1);
    if (take(text, "graphmend")) {
        if (!take(text, ":") || !take(text, "ignore")) return std::nullopt;
        read.is_own = true;
        read.silences_all = !take(text, "[");
        if (!read.silences_all) read.codes = read_codes(source, text.substr(0, text.find_first_of("]#")));
        return read;
    }
    if (!take(text, "noqa") || !take(text, ":")) return std::nullopt;
    read.codes = read_codes(source, text.substr(0, text.find('#')));
    return read;
}

}  // namespace

bool covers(const text::Source& source, text::Span listed, std::string_view code) {
    return code.starts_with(source.text(listed));
}

bool Suppression::is_for_graphmend(const text::Source& source) const {
    return is_own || std::ranges::any_of(codes, [&](text::Span code) { return source.text(code).starts_with("GM"); });
}

bool Suppression::silences(const text::Source& source, std::string_view code) const {
    return silences_all || std::ranges::any_of(codes, [&](text::Span each) { return covers(source, each, code); });
}

std::vector<Suppression> suppressions_on(const text::Source& source, std::uint32_t line) {
    const std::string_view text = source.text(source.line(line));
    std::vector<Suppression> found;
    for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1))
        if (auto suppression = read(source, one_comment(text.substr(at)))) found.push_back(std::move(*suppression));
    return found;
}

const Suppression* Suppressions::of(const text::Source& source, text::Span statement, std::string_view code) {
    auto& comments = comments_[&source];
    const std::uint32_t first = source.line_at(statement.begin);
    const std::uint32_t last = source.line_at(std::max(statement.begin, statement.end - (statement.empty() ? 0U : 1U)));
    for (const std::uint32_t line : std::array{first, last}) {
        const auto [known, is_new] = comments.try_emplace(line);
        if (is_new) known->second = suppressions_on(source, line);
        for (const Suppression& each : known->second)
            if (each.silences(source, code)) return &each;
    }
    return nullptr;
}

bool in_string(const Tree& tree, std::uint32_t offset) {
    for (Node node = tree.at(offset); node; node = node.parent())
        if (node.is(Kind::string) && node.span().begin < offset && offset < node.span().end) return true;
    return false;
}

}  // namespace syntax
