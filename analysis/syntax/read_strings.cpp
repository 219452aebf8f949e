#include "analysis/syntax/reader.h"

#include <string>

// What an f-string holds between its quotes.

namespace syntax {

Reader::Id Reader::f_string(const Token& token) {
    const Id made = begin(Kind::string, token);
    const std::size_t open = text_.find_first_of("\"'", token.begin);
    const bool triple = text_.substr(open, 3) == std::string(3, text_[open]) && token.end - open >= 6;
    const auto quotes = static_cast<std::uint32_t>(triple ? 3 : 1);
    parts(made, static_cast<std::uint32_t>(open) + quotes, token.end - quotes, false);
    return made;
}

// The expressions in [at, end), which is the inside of a string or of what stands behind the colon of one of them.
void Reader::parts(Id parent, std::uint32_t at, std::uint32_t end, bool in_format) {
    while (at < end) {
        const char c = text_[at];
        const char next = at + 1 < end ? text_[at + 1] : '\0';
        if (c == '\\' && (in_format || next == 'N' || next == '{' || next == '}')) throw Unread{};
        if (in_format && (c == '"' || c == '\'' || c == '\n')) throw Unread{};
        if ((c == '{' || c == '}') && next == c && !in_format) {
            at += 2;
        } else if (c == '}') {
            throw Unread{};
        } else if (c == '{') {
            const Id made = interpolation(in_format ? Kind::format_expression : Kind::interpolation, at, end);
            drafts_.add(parent, made);
            at = drafts_[made].end;
        } else {
            at += c == '\\' ? 2 : 1;
        }
    }
}

namespace {

// The end of an expression that begins here: at the `!`, `:`, `=` or brace that does not belong to it.
std::uint32_t end_of_expression(std::string_view text, std::uint32_t at, std::uint32_t end) {
    int brackets = 0;
    for (; at < end; ++at) {
        const char c = text[at];
        const char next = at + 1 < end ? text[at + 1] : '\0';
        if (c == '"' || c == '\'') {
            at = end_of_string(text.substr(0, end), at) - 1;
        } else if (c == '(' || c == '[' || c == '{') {
            ++brackets;
        } else if (brackets > 0) {
            if (c == ')' || c == ']' || c == '}') --brackets;
        } else if (c == '}' || c == ':' || (c == '!' && next != '=')) {
            return at;
        } else if ((c == '=' || c == '!' || c == '<' || c == '>') && next == '=') {
            ++at;
        } else if (c == '=') {
            return at;
        }
        if (c == '\\' || c == '\n' || c == '#') break;
    }
    throw Unread{};
}

// The brace that closes what the format belongs to.
std::uint32_t end_of_format(std::string_view text, std::uint32_t at, std::uint32_t end) {
    for (int braces = 0; at < end; ++at) {
        if (text[at] == '}' && braces-- == 0) return at;
        if (text[at] == '{') ++braces;
    }
    throw Unread{};
}

}  // namespace

Reader::Id Reader::interpolation(Kind kind, std::uint32_t begin, std::uint32_t limit) {
    const std::uint32_t end = end_of_expression(text_, begin + 1, limit);
    const std::string_view expression = text_.substr(begin + 1, end - begin - 1);
    if (expression.find("lambda") != std::string_view::npos) throw Unread{};
    const Id made = drafts_.make(kind, {begin, begin + 1});
    Reader inner(text_, tokens_of(text_, begin + 1, end), drafts_);
    inner.depth_ = depth_ + 1;
    drafts_.add(made, inner.expressions(), Field::expression);
    inner.take(Word::end);
    std::uint32_t at = end;
    if (text_[at] == '=') ++at;
    while (at < limit && text_[at] == ' ') ++at;
    if (at < limit && text_[at] == '!') {
        if (at + 1 >= limit || text_[at + 1] < 'a' || text_[at + 1] > 'z') throw Unread{};
        drafts_.add(made, drafts_.make(Kind::type_conversion, {at, at + 2}), Field::type_conversion);
        at += 2;
    }
    if (at < limit && text_[at] == ':') {
        const std::uint32_t close = end_of_format(text_, at + 1, limit);
        const Id format = drafts_.make(Kind::format_specifier, {at, close});
        parts(format, at + 1, close, true);
        drafts_.add(made, format, Field::format_specifier);
        at = close;
    }
    if (at >= limit || text_[at] != '}') throw Unread{};
    drafts_[made].end = at + 1;
    return made;
}

}  // namespace syntax
