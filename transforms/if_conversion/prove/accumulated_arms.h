// Variables that start as a number or a flag of Python and become tensors from round to round, which `where` takes as
// it takes tensors. For same_metadata.h.
#pragma once

#include "transforms/if_conversion/prove/context.h"

namespace transforms::if_conversion {

// `total = 0.0` in front of a loop, and `total = total + t` in an arm. Of what has been a number so far nothing may ask
// for more than arithmetic.
[[nodiscard]] bool sums_up(const Case& c, const Target& target);
// The same, where nothing is tested.
[[nodiscard]] bool accumulates(const Case& c, const Target& target);
// `best = float("inf")` in front of a loop, and `best = v` in an arm.
[[nodiscard]] bool tracks(const Case& c, const Target& target);
// `found = True` in an arm, of a flag: `found | condition`.
[[nodiscard]] bool sets_flag(const Case& c, const Target& target);

}  // namespace transforms::if_conversion
