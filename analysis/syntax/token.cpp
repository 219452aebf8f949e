#include "analysis/syntax/token.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace syntax {
namespace {

enum class Class : std::uint8_t { other, space, letter, digit, quote, mark };

constexpr std::array<Class, 256> make_classes() {
    std::array<Class, 256> made{};
    for (int c = 'a'; c <= 'z'; ++c) made[c] = made[c - 'a' + 'A'] = Class::letter;
    for (int c = '0'; c <= '9'; ++c) made[c] = Class::digit;
    for (const unsigned char c : std::string_view("()[]{},:;.=@+-*/%|&^<>~!")) made[c] = Class::mark;
    made['_'] = Class::letter;
    made[' '] = made['\t'] = made['\r'] = Class::space;
    made['"'] = made['\''] = Class::quote;
    return made;
}

constexpr std::array<Class, 256> classes = make_classes();

// Those of a number that begins with `0x`, `0o` or `0b`.
constexpr std::string_view digits_behind(char letter) {
    switch (letter | 0x20) {
        case 'x': return "0123456789abcdefABCDEF";
        case 'o': return "01234567";
        case 'b': return "01";
        default: return "";
    }
}

class Lexer {
  public:
    Lexer(std::string_view text, std::uint32_t begin, std::uint32_t end)
        : text_(text.substr(0, end)), at_(begin), end_(end) {
        tokens_.reserve((end - begin) / 5 + 8);
    }

    std::vector<Token> file() && {
        while (begin_line()) {
            while (token()) {
            }
        }
        close_blocks(0);
        put(Word::end, at_);
        return std::move(tokens_);
    }

    std::vector<Token> inside() && {
        brackets_ = 1;
        while (token()) {
        }
        put(Word::end, at_);
        return std::move(tokens_);
    }

  private:
    struct Comment {
        std::uint32_t indent, end;
    };

    [[nodiscard]] char peek(std::uint32_t ahead = 0) const { return at_ + ahead < end_ ? text_[at_ + ahead] : '\0'; }
    [[nodiscard]] Class kind(std::uint32_t ahead = 0) const { return classes[static_cast<unsigned char>(peek(ahead))]; }
    char take() { return at_ < end_ ? text_[at_++] : '\0'; }
    void put(Word word, std::uint32_t begin) { tokens_.push_back({word, begin, at_}); }
    void to_line_end() { at_ = static_cast<std::uint32_t>(std::min<std::size_t>(text_.find('\n', at_), end_)); }

    // To the first token of the next line that has one; false: there is none.
    bool begin_line() {
        comments_.clear();
        for (std::uint32_t indent = 0; at_ < end_;) {
            const char c = text_[at_];
            if (c == ' ' || c == '\t') {
                indent += c == ' ' ? 1 : 8;
                ++at_;
            } else if (c == '\n' || c == '\r') {
                indent = 0;
                ++at_;
            } else if (c == '\\') {
                throw Unread{};
            } else if (c == '#') {
                to_line_end();
                comments_.push_back({indent, at_});
            } else {
                set_indent(indent);
                return true;
            }
        }
        return false;
    }

    void set_indent(std::uint32_t indent) {
        if (indent > indents_.back()) {
            if (tokens_.empty() || tokens_.back().word != Word::newline) throw Unread{};
            indents_.push_back(indent);
            put(Word::indent, at_);
        } else {
            close_blocks(indent);
            if (indents_.back() != indent) throw Unread{};
        }
    }

    // A comment behind a block belongs to it if it is indented as far.
    void close_blocks(std::uint32_t indent) {
        std::uint32_t end = tokens_.empty() ? 0 : tokens_.back().end;
        for (auto comment = comments_.begin(); indents_.back() > indent; indents_.pop_back()) {
            for (; comment != comments_.end() && comment->indent >= indents_.back(); ++comment) end = comment->end;
            tokens_.push_back({Word::dedent, end, end});
        }
    }

    // The next one; false behind the last of the line.
    bool token() {
        while (kind() == Class::space) ++at_;
        switch (kind()) {
            case Class::letter: name_or_string(); return true;
            case Class::digit: number(); return true;
            case Class::quote: string(); return true;
            case Class::mark:
                if (peek() == '.' && kind(1) == Class::digit)
                    number();
                else
                    mark();
                return true;
            default: break;
        }
        if (at_ >= end_ || text_[at_] == '\n' || text_[at_] == '#') return end_of_line();
        if (take() != '\\') throw Unread{};
        if (peek() == '\r') ++at_;
        if (take() != '\n' || at_ >= end_) throw Unread{};
        return true;
    }

    bool end_of_line() {
        const bool is_comment = peek() == '#';
        if (is_comment) to_line_end();
        if (brackets_ > 0) {
            if (at_ >= end_) return false;
            if (!is_comment) ++at_;
            return true;
        }
        const std::uint32_t end = is_comment ? at_ : tokens_.back().end;
        tokens_.push_back({Word::newline, end, end});
        return false;
    }

    void name_or_string() {
        const std::uint32_t begin = at_;
        while (kind() == Class::letter || kind() == Class::digit) ++at_;
        if (kind() == Class::quote && at_ - begin <= 2) {
            at_ = begin;
            return string();
        }
        if (static_cast<unsigned char>(peek()) >= 0x80) throw Unread{};
        put(word_of(text_.substr(begin, at_ - begin)), begin);
    }

    void string() {
        const std::uint32_t begin = at_;
        bool holds_expressions = false;
        for (; kind() == Class::letter; ++at_) {
            if (std::string_view("rRbBuUfFtT").find(peek()) == std::string_view::npos) throw Unread{};
            holds_expressions |= std::string_view("fFtT").find(peek()) != std::string_view::npos;
        }
        if (kind() != Class::quote) throw Unread{};  // `r8""`
        at_ = end_of_string(text_, begin);
        put(holds_expressions ? Word::f_string : Word::string, begin);
    }

    void digits(std::string_view known) {
        const auto is_digit = [&](std::uint32_t ahead) {
            return peek(ahead) != '\0' && known.find(peek(ahead)) != known.npos;
        };
        while (is_digit(0) || (peek() == '_' && is_digit(1))) ++at_;
    }

    void number() {
        const std::uint32_t begin = at_;
        Word word = Word::integer;
        if (const std::string_view known = peek() == '0' ? digits_behind(peek(1)) : ""; !known.empty()) {
            at_ += 2;
            digits(known);
            if (at_ - begin == 2) throw Unread{};
        } else if (is_decimal_float()) {
            word = Word::float_;
        }
        if (kind() == Class::letter || static_cast<unsigned char>(peek()) >= 0x80) throw Unread{};  // `10L`, `1if x`
        put(word, begin);
    }

    // Over a decimal number. `0777` is Python 2.
    bool is_decimal_float() {
        constexpr std::string_view decimal = "0123456789";
        const std::uint32_t begin = at_;
        digits(decimal);
        const std::string_view whole = text_.substr(begin, at_ - begin);
        const bool is_octal = whole.starts_with('0') && whole.find_first_not_of("0_") != std::string_view::npos;
        const bool has_point = peek() == '.';
        if (has_point) {
            ++at_;
            if (peek() == '_') throw Unread{};
            digits(decimal);
        }
        const bool has_exponent = (peek() | 0x20) == 'e';
        if (has_exponent) {
            at_ += peek(1) == '+' || peek(1) == '-' ? 2 : 1;
            if (kind() != Class::digit) throw Unread{};
            digits(decimal);
        }
        if (is_octal && !has_point && !has_exponent) throw Unread{};
        if ((peek() | 0x20) == 'j') ++at_;
        return has_point || has_exponent;
    }

    void mark() {
        const std::uint32_t begin = at_;
        const auto [text, word] = mark_at(text_.substr(at_, 3));
        if (text.empty()) throw Unread{};
        if (word == Word::left_parenthesis || word == Word::left_bracket || word == Word::left_brace) ++brackets_;
        if (word == Word::right_parenthesis || word == Word::right_bracket || word == Word::right_brace)
            if (brackets_-- == 0) throw Unread{};
        at_ += static_cast<std::uint32_t>(text.size());
        put(word, begin);
    }

    std::string_view text_;
    std::uint32_t at_, end_;
    int brackets_ = 0;  // that are open
    std::vector<std::uint32_t> indents_{0};
    std::vector<Comment> comments_;  // before the line that begins
    std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text) {
    if (text.find('\0') != std::string_view::npos) throw Unread{};
    for (std::size_t at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1))
        if (!text.substr(at).starts_with("\r\n")) throw Unread{};
    return Lexer(text, 0, static_cast<std::uint32_t>(text.size())).file();
}

std::vector<Token> tokens_of(std::string_view text, std::uint32_t begin, std::uint32_t end) {
    return Lexer(text, begin, end).inside();
}

std::uint32_t end_of_string(std::string_view text, std::uint32_t begin) {
    const std::size_t open = text.find_first_of("\"'", begin);
    const char quote = text[open];
    const bool is_triple = open + 2 < text.size() && text[open + 1] == quote && text[open + 2] == quote;
    for (std::size_t at = open + (is_triple ? 3 : 1); at < text.size(); ++at) {
        const char c = text[at];
        if (c == '\\') {
            at += text.substr(at + 1).starts_with("\r\n") ? 2 : 1;
        } else if (c == quote) {
            if (!is_triple) return static_cast<std::uint32_t>(at + 1);
            if (text.substr(at, 3) == text.substr(open, 3)) return static_cast<std::uint32_t>(at + 3);
        } else if (c == '\n' && !is_triple) {
            break;
        }
    }
    throw Unread{};
}

}  // namespace syntax
