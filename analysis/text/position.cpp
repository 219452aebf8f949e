#include "analysis/text/position.h"

#include <algorithm>

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
    // The last place before which there are no more units than asked for.
    std::uint32_t found = line.begin;
    for (std::uint32_t end = line.end; found < end;) {
        const std::uint32_t middle = end - (end - found) / 2;
        if (units(source, {line.begin, middle}, unit) <= position.column) {
            found = middle;
        } else {
            end = middle - 1;
        }
    }
    while (found > line.begin && found < line.end && is_continuation(source.text()[found])) --found;
    return found;
}

LineColumn line_column(const Source& source, std::uint32_t offset) {
    const Position zero_based = position(source, offset, Unit::utf32);
    return {.line = zero_based.line + 1, .column = zero_based.column + 1};
}

}  // namespace text
