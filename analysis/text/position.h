// Byte offsets <-> lines and columns, in the units that clients count in.
#pragma once

#include "analysis/text/source.h"

#include <cstdint>

namespace text {

enum class Unit : std::uint8_t { utf8, utf16, utf32 };

// 0-based line, 0-based column in some Unit: what LSP speaks.
struct Position {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    constexpr auto operator<=>(const Position&) const = default;
};

// 1-based line, 1-based column in code points: what the terminal and the JSON output speak.
struct LineColumn {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
    constexpr auto operator<=>(const LineColumn&) const = default;
};

[[nodiscard]] Position position(const Source& source, std::uint32_t offset, Unit unit);
// Columns behind the end of a line mean its end, lines behind the last mean the end of the text; a column inside
// of a character (a surrogate half) means its start.
[[nodiscard]] std::uint32_t offset(const Source& source, Position position, Unit unit);
[[nodiscard]] LineColumn line_column(const Source& source, std::uint32_t offset);

}  // namespace text
