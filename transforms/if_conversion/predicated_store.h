// What one arm of a branch writes to tensors in place, as what is written in any case: `if c: t.copy_(a)` ->
// `t.copy_(torch.where(c, a, t))`. For common_call.
#pragma once

#include "transforms/if_conversion/read/branch.h"

#include <vector>

namespace transforms::if_conversion {

// Of an `if` with all its arms: one target for each of their statements, in order; none if one of them does something
// else.
[[nodiscard]] std::vector<Target> writes_of(const function::Facts& facts, syntax::Node statement);
// Of an `if c: continue`: the same of what stands behind it in the round.
[[nodiscard]] std::vector<Target> writes_behind(const function::Facts& facts, syntax::Node statement);

}  // namespace transforms::if_conversion
