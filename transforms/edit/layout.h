// The layout of statements: indentation, lines, and headers that are too long for one.
#pragma once

#include "analysis/syntax/node.h"
#include "analysis/text/source.h"
#include "transforms/edit/edit.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::edit {

// What stands before the statement on its line; nothing if that is more than blanks.
[[nodiscard]] std::optional<std::string_view> indentation(const text::Source& source, text::Span statement);

// Where the line of the place ends, in front of its line break.
[[nodiscard]] std::uint32_t end_of_line(const text::Source& source, std::uint32_t at);

// Nothing but a comment stands behind the statement on its last line.
[[nodiscard]] bool ends_line(const text::Source& source, text::Span statement);

// Of a statement that stands alone on its line, which is not the last one: all of it, with its end.
[[nodiscard]] std::optional<text::Span> whole_line(const text::Source& source, syntax::Node statement);

// What a block inside of the compound statement is indented by, as far as its own block shows.
[[nodiscard]] std::string step_of(const text::Source& source, syntax::Node statement);

// Whether a line that starts there goes on with a string, whose text would change with its indentation.
[[nodiscard]] bool is_in_string(syntax::Node at);

// What moves the lines of a statement behind its first one a level deeper; but not those that a string goes on in.
[[nodiscard]] std::vector<Edit> deeper(const text::Source& source, syntax::Node statement, std::string_view step);

// A level less deep; nothing if a line does not begin with the step.
[[nodiscard]] std::optional<std::vector<Edit>> shallower(const text::Source& source, syntax::Node statement,
                                                         std::string_view step);

// `if a and b:`, or one condition a line where that is too long.
inline constexpr std::size_t longest_line = 88;
[[nodiscard]] std::string header(std::string_view word, const std::vector<std::string>& conditions,
                                 std::string_view indentation, std::string_view step, std::string_view line_ending);
// `if not (a and b):`, likewise.
[[nodiscard]] std::string header_unless(const std::vector<std::string>& conditions, std::string_view indentation,
                                        std::string_view step, std::string_view line_ending);

inline constexpr std::size_t widest_line = 118;
// A call, or another expression in brackets, that is too long for its line: what is in the brackets on a line of its
// own, or, where that is too wide, each of its parts.
[[nodiscard]] std::string wrapped(const std::string& line, std::string_view indentation, std::string_view step,
                                  std::string_view line_ending);

}  // namespace transforms::edit
