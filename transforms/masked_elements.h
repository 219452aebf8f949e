// What the rewrites of `x[m]` have in common: the read of elements under a mask that a finding is about, and what has
// to hold for the mask and the tensors to fit, so that all elements can be computed instead. For masked_write and
// masked_sum.
#pragma once

#include "transforms/facts.h"
#include "transforms/forms.h"
#include "transforms/proof.h"

#include <string_view>
#include <vector>

namespace transforms {

inline constexpr std::string_view floats = ".is_floating_point()";

// The subscript that the finding is about, if the mask is its only index; masked_read: and if it reads a variable.
[[nodiscard]] syntax::Node read_under(syntax::Node operand);
[[nodiscard]] syntax::Node masked_read(const Facts& facts, syntax::Node operand);
[[nodiscard]] syntax::Node mask_of(syntax::Node subscript);

// What is tested, or refused, so that all tensors have one shape, that of the mask; with `dtypes`, one dtype as well;
// with `floating`, that is a floating one. The forms that are known then.
struct Fitting {
    const Facts& facts;
    syntax::Node statement;
    std::string_view torch;
    bool dtypes = false;
    bool floating = false;

    [[nodiscard]] Forms::Known known(syntax::Node mask, const std::vector<syntax::Node>& tensors, Proof& proof) const;
};

}  // namespace transforms
