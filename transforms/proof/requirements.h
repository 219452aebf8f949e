// What guards could show of the tensors in new code. A refusal names what would help it, and whoever asks for the proof
// may ask again with that for granted: `if_conversion/prove/guard_search.h`.
#pragma once

#include <compare>
#include <cstdint>
#include <initializer_list>

namespace transforms::proof {

enum class Requirement : std::uint8_t {
    floating,       // their dtypes are floating ones
    one_dtype,      // all have one dtype
    shape_of_each,  // those of each target have one shape
    one_shape,      // all have one shape
    squares,        // matrices are square ones, so that a product with one has the shape of the other operand
    scalars,        // what an arm leaves as it is has no dimensions, as what another one makes
    fit,            // no guard: it is assumed that shapes and dtypes fit
};

class Requirements {
  public:
    constexpr Requirements() = default;
    constexpr Requirements(std::initializer_list<Requirement> all) {
        for (const Requirement each : all) bits_ |= bit(each);
    }
    [[nodiscard]] constexpr bool has(Requirement one) const { return (bits_ & bit(one)) != 0; }
    [[nodiscard]] constexpr bool meets(Requirements others) const { return (bits_ & others.bits_) != 0; }
    [[nodiscard]] constexpr Requirements with(Requirements others) const { return of(bits_ | others.bits_); }
    [[nodiscard]] constexpr Requirements without(Requirements others) const { return of(bits_ & ~others.bits_); }
    constexpr auto operator<=>(const Requirements&) const = default;

  private:
    static constexpr unsigned bit(Requirement one) { return 1U << static_cast<unsigned>(one); }
    static constexpr Requirements of(unsigned bits) {
        Requirements made;
        made.bits_ = bits;
        return made;
    }
    unsigned bits_ = 0;
};

// What would help a proof that needs to know shapes, dtypes, or both.
inline constexpr Requirements alike_shapes{Requirement::shape_of_each, Requirement::one_shape};
inline constexpr Requirements shapes =
    alike_shapes.with({Requirement::squares, Requirement::scalars, Requirement::fit});
inline constexpr Requirements dtypes{Requirement::floating, Requirement::one_dtype, Requirement::fit};
inline constexpr Requirements metadata = shapes.with(dtypes);

}  // namespace transforms::proof
