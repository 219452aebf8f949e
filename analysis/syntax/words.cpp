#include "analysis/syntax/words.h"

#include <array>
#include <cstddef>

namespace syntax {
namespace {

constexpr std::array<std::string_view, 35> keywords{
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

// Where the keywords with this first letter begin, and one behind them.
constexpr std::array<std::uint8_t, 129> make_starts() {
    std::array<std::uint8_t, 129> starts{};
    for (int letter = 0; letter < 128; ++letter) {
        std::uint8_t at = starts[letter];
        while (at < keywords.size() && keywords[at].front() == letter) ++at;
        starts[letter + 1] = at;
    }
    return starts;
}

constexpr std::array<std::uint8_t, 129> starts = make_starts();

// clang-format off
// Side by side by their first character, the longest first.
constexpr std::array marks = std::to_array<Mark>({
    {"...", Word::ellipsis}, {".", Word::dot}, {"**=", Word::augmented}, {"*=", Word::augmented},
    {"**", Word::double_star}, {"*", Word::star}, {"//=", Word::augmented}, {"/=", Word::augmented},
    {"//", Word::double_slash}, {"/", Word::slash}, {">>=", Word::augmented}, {">>", Word::shift_right},
    {">=", Word::greater_equal}, {">", Word::greater}, {"<<=", Word::augmented}, {"<<", Word::shift_left},
    {"<=", Word::less_equal}, {"<", Word::less}, {"+=", Word::augmented}, {"+", Word::plus}, {"-=", Word::augmented},
    {"->", Word::arrow}, {"-", Word::minus}, {"%=", Word::augmented}, {"%", Word::percent}, {"@=", Word::augmented},
    {"@", Word::at}, {"&=", Word::augmented}, {"&", Word::ampersand}, {"|=", Word::augmented}, {"|", Word::bar},
    {"^=", Word::augmented}, {"^", Word::caret}, {":=", Word::walrus}, {":", Word::colon}, {"==", Word::equal},
    {"=", Word::assign}, {"!=", Word::not_equal}, {"(", Word::left_parenthesis}, {")", Word::right_parenthesis},
    {"[", Word::left_bracket}, {"]", Word::right_bracket}, {"{", Word::left_brace}, {"}", Word::right_brace},
    {",", Word::comma}, {";", Word::semicolon}, {"~", Word::tilde}});
// clang-format on

// By first character: the first of `marks` that begins so.
constexpr std::array<std::uint8_t, 128> make_firsts() {
    std::array<std::uint8_t, 128> firsts{};
    for (std::size_t i = marks.size(); i-- > 0;)
        firsts[static_cast<unsigned char>(marks[i].text.front())] = static_cast<std::uint8_t>(i);
    return firsts;
}

constexpr std::array<std::uint8_t, 128> firsts = make_firsts();

}  // namespace

Word word_of(std::string_view name) {
    const auto first = static_cast<unsigned char>(name.front());
    for (std::uint8_t i = starts[first]; i < starts[first + 1]; ++i)
        if (keywords[i] == name) return static_cast<Word>(static_cast<int>(Word::false_) + i);
    return Word::name;
}

Mark mark_at(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    std::size_t i = first < firsts.size() ? firsts[first] : marks.size();
    for (; i < marks.size() && marks[i].text.front() == text.front(); ++i)
        if (text.starts_with(marks[i].text)) return marks[i];
    return {"", Word::end};
}

}  // namespace syntax
