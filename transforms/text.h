// Pieces of source text that rewrites put together again: layout and comments.
#pragma once

#include "analysis/syntax/node.h"
#include "analysis/text/source.h"
#include "transforms/edit.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace transforms {

// What stands before the statement on its line; nothing if that is more than blanks.
[[nodiscard]] std::optional<std::string_view> indentation(const text::Source& source, text::Span statement);

// Where the line of the place ends, in front of its line break.
[[nodiscard]] std::uint32_t end_of_line(const text::Source& source, std::uint32_t at);

// What a block inside of the compound statement is indented by, as far as its own block shows.
[[nodiscard]] std::string step_of(const text::Source& source, syntax::Node statement);

// What moves the lines of a statement behind its first one a level deeper; but not those that a string goes on in.
[[nodiscard]] std::vector<Edit> deeper(const text::Source& source, syntax::Node statement, std::string_view step);

// `if a and b:`, or one condition a line where that is too long.
inline constexpr std::size_t longest_line = 88;
[[nodiscard]] std::string header(std::string_view word, const std::vector<std::string>& conditions,
                                 std::string_view indentation, std::string_view step, std::string_view line_ending);
// `if not (a and b):`, likewise.
[[nodiscard]] std::string header_unless(const std::vector<std::string>& conditions, std::string_view indentation,
                                        std::string_view step, std::string_view line_ending);

// What goes with a statement that is taken away: its lines, or, where a comment shares them, all but that. Nothing if
// it shares them with other code, or is the last of its block.
[[nodiscard]] std::optional<text::Span> removable(const text::Source& source, syntax::Node statement);

// The comments of a span, without those inside of the `kept` parts of it. Apart from these parts it holds no strings.
[[nodiscard]] std::vector<std::string_view> comments_in(const text::Source& source, text::Span span,
                                                        std::vector<text::Span> kept);

// Text that stands in for a part of an expression.
struct Replacement {
    text::Span span;
    std::string text;
};

// The expression as it is written, apart from what is `replaced` in it.
[[nodiscard]] std::string with_replaced(syntax::Node expression, const std::vector<Replacement>& replaced);

// The expression without comments and line breaks. Its strings stay as they are, apart from what is `replaced`.
[[nodiscard]] std::string on_one_line(syntax::Node expression, std::vector<Replacement> replaced);

// Whether a string of the expression goes on in another line, so that `on_one_line` cannot hold.
[[nodiscard]] bool has_long_string(syntax::Node expression);

// "a, b" of "a" and "b", with ", " between them.
[[nodiscard]] std::string joined(const std::vector<std::string>& parts, std::string_view between);

// `-1`; nothing if the text is no such number.
[[nodiscard]] std::optional<int> whole_number(std::string_view text);

// Whether a part of the code is spelled so: a name, or `self.rate`.
// Python text that reads the variable: "k > 3" and "x.shape == k", not "kk.k".
[[nodiscard]] bool mentions_name(std::string_view condition, std::string_view name);
[[nodiscard]] bool mentions(syntax::Node code, std::string_view spelled);

}  // namespace transforms
