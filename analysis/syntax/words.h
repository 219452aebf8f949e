// The words that Python is written with, for token.h. Private to this folder.
#pragma once

#include <cstdint>
#include <string_view>

namespace syntax {

enum class Word : std::uint8_t {
    end,
    newline,  // empty, behind the last token or the comment on its line
    indent,
    dedent,  // empty, where the block ends: behind its last line and the comments that are indented as far
    name,
    integer,
    float_,
    string,     // with its prefix and quotes
    f_string,   // one that may hold expressions
    augmented,  // "+=" and its like
    // Operators and delimiters.
    left_parenthesis,
    right_parenthesis,
    left_bracket,
    right_bracket,
    left_brace,
    right_brace,
    comma,
    colon,
    semicolon,
    dot,
    ellipsis,
    assign,
    walrus,
    arrow,
    at,
    plus,
    minus,
    star,
    slash,
    double_slash,
    percent,
    double_star,
    bar,
    ampersand,
    caret,
    shift_left,
    shift_right,
    tilde,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    // Keywords, in the order of the alphabet.
    false_,
    none,
    true_,
    and_,
    as_,
    assert_,
    async_,
    await,
    break_,
    class_,
    continue_,
    def,
    del,
    elif,
    else_,
    except,
    finally,
    for_,
    from,
    global,
    if_,
    import,
    in,
    is,
    lambda,
    nonlocal,
    not_,
    or_,
    pass,
    raise,
    return_,
    try_,
    while_,
    with,
    yield,
};

struct Mark {  // an operator or a delimiter
    std::string_view text;
    Word word;
};

[[nodiscard]] Word word_of(std::string_view name);  // a keyword, or Word::name
[[nodiscard]] Mark mark_at(std::string_view text);  // the longest one that the text begins with; of no text: none

}  // namespace syntax
