// Whether a tensor holds no negative number, whatever the data: a sum of squares, a mean of absolute values. For
// `kept-scalar`, because `math.sqrt` raises an error where `torch.sqrt` gives NaN.
#pragma once

#include "analysis/function/function_facts.h"

namespace effects {

// `statement` is the one that the expression is a part of.
[[nodiscard]] bool is_not_negative(const function::Facts& facts, syntax::Node expression, syntax::Node statement);

// The same of a number that was read from tensors, or made of such.
[[nodiscard]] bool is_no_negative_number(const function::Facts& facts, syntax::Node expression, syntax::Node statement);

// `total + eps`, `count.clamp(min=1)`, `max(n, 1)`: written so that nothing is divided by zero.
[[nodiscard]] bool is_kept_from_zero(const function::Facts& facts, syntax::Node divisor);

}  // namespace effects
