// What speaks against it that all arms give tensors of one shape and dtype, where that is assumed. For same_metadata.h.
#pragma once

#include "transforms/if_conversion/prove/context.h"

#include <vector>

namespace transforms::if_conversion {

// Assumes it of what the arms give the target, unless it is known to be wrong, or likely: `x = x.mean()` beside an x of
// which nothing is known.
[[nodiscard]] bool may_be_alike(Case& c, const Target& target, const std::vector<operations::Form>& arms);

}  // namespace transforms::if_conversion
