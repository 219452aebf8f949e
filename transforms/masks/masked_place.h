// A place under a mask, which may stand beside indices that are known: `x[m]`, `x[m, 0]`, `x[m, :2]`, `x[:, m]`,
// `x[..., m]`. For selection.h and stored_ends.h.
#pragma once

#include "analysis/function/function_facts.h"

#include <optional>
#include <string>
#include <string_view>

namespace transforms::masks {

struct MaskedPlace {
    // What stands beside the mask: numbers or a slice behind it, a whole dimension or `...` in front.
    enum class Beside : std::uint8_t { nothing, numbers, slice, dimension, ellipsis };

    syntax::Node place;
    syntax::Node mask;
    Beside beside = Beside::nothing;

    [[nodiscard]] syntax::Node tensor() const { return place.child(syntax::Field::value); }
    // The mask picks elements of all of the tensor, and not of a part of it.
    [[nodiscard]] bool is_of_whole() const { return beside != Beside::numbers && beside != Beside::slice; }
    // All that the mask picks from: `x`, `x[:, 0]`.
    [[nodiscard]] std::string whole() const;
};

// The subscript, if it is one by a mask that is spelled so.
[[nodiscard]] std::optional<MaskedPlace> masked_place(const function::Facts& facts, syntax::Node subscript,
                                                      std::string_view mask);
// The subscript that the operand of a finding is the mask of, or is itself.
[[nodiscard]] syntax::Node selection_around(const function::Facts& facts, syntax::Node operand);
// The place there.
[[nodiscard]] std::optional<MaskedPlace> masked_place_around(const function::Facts& facts, syntax::Node operand);

}  // namespace transforms::masks
