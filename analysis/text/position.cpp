#include "analysis/text/position.h"

#include <ranges>

namespace text {
namespace {

// How many units spell the span. A span that ends inside of a character counts all of that character's units.
std::uint32_t units(const Source& source, Span span, Unit unit) {
    if (unit == Unit::utf8) return span.size();
    const Source::Wide wide = source.wide(span);
    return span.size() - wide.continuations + (unit == Unit::utf16 ? wide.fours : 0);
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace

Position position(const Source& source, std::uint32_t offset, Unit unit) {
    const std::uint32_t index = source.line_at(offset);
    const Span line = source.line(index);
    return {.line = index, .column = units(source, {line.begin, std::min(offset, line.end)}, unit)};
}

std::uint32_t offset(const Source& source, Position position, Unit unit) {
    const Span line = source.line(position.line);
    const auto candidates = std::views::iota(line.begin, line.end);
    // The first byte that no longer fits is the first byte of its character, unless bytes are what is counted.
    std::uint32_t found = *std::ranges::partition_point(candidates, [&](std::uint32_t byte) {
        return units(source, {line.begin, byte + 1}, unit) <= position.column;
    });
    while (found > line.begin && found < line.end && is_continuation(source.text()[found])) --found;
    return found;
}

LineColumn line_column(const Source& source, std::uint32_t offset) {
    const Position zero_based = position(source, offset, Unit::utf32);
    return {.line = zero_based.line + 1, .column = zero_based.column + 1};
}

}  // namespace text
