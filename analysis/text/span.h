// A half-open range of bytes in the text of a Source. Everything that points into a file is a Span;
// lines and columns are made from it at the edge (position.h).
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>

namespace text {

struct Span {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    constexpr auto operator<=>(const Span&) const = default;

    [[nodiscard]] constexpr std::uint32_t size() const { return end - begin; }
    [[nodiscard]] constexpr bool empty() const { return begin == end; }
    [[nodiscard]] constexpr bool contains(std::uint32_t offset) const { return begin <= offset && offset < end; }
    [[nodiscard]] constexpr bool contains(Span other) const { return begin <= other.begin && other.end <= end; }
    // Touching ranges do not overlap; two insertions at the same place do.
    [[nodiscard]] constexpr bool overlaps(Span other) const {
        return *this == other || (begin < other.end && other.begin < end);
    }
};

}  // namespace text
