// Expectations in comments under the code that they are about, for rule pages and marked sources:
//
//     if x.sum() > 0:
//     #  ^^^^^^^^^^^ GM101: branch on the value of a tensor
//
// The carets stand under the marked characters of the nearest line above that is no marker; several markers may follow
// one line. What goes on in the next line ends in `...`; what starts too far left for a comment is written in columns,
// `# @0:5 text`.
#pragma once

#include "analysis/text/source.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tests {

struct Mark {
    std::uint32_t line = 0;   // 0-based, in the code without its markers
    std::uint32_t begin = 0;  // columns in code points
    std::uint32_t end = 0;
    bool goes_on = false;  // in the next line; `end` is then the end of this one
    std::string text = {};

    auto operator<=>(const Mark&) const = default;
};

struct Marked {
    std::string code;  // without the markers
    std::vector<Mark> marks;
};

[[nodiscard]] Marked parse_marks(std::string_view text);
[[nodiscard]] Mark mark(const text::Source& source, text::Span span, std::string text);
[[nodiscard]] text::Span span(const text::Source& source, const Mark& mark);  // of a mark that does not go on
// The inverse of parse_marks in the layout of this project: sorted, and the `#` where the code of the line starts, if
// it can.
[[nodiscard]] std::string with_marks(std::string_view code, std::vector<Mark> marks);

}  // namespace tests
