// Whether the program gives an input a gradient that only some arms of a branch ask for: by what it does with the
// result of the branch.
#pragma once

#include "transforms/if_conversion/prove/context.h"

#include <cstddef>

namespace transforms::if_conversion {

// Each arm comes from the root, if not by its name then by another variable, in what it leaves in the target.
[[nodiscard]] bool takes_part_everywhere(const Case& c, std::size_t target, const effects::Root& root);

// Each use of the target behind the branch meets the root, so that no gradient comes back to the one alone:
//     lo = -peak if sample.min() < -2 else -unit        peak and unit were made of sample
//     return torch.maximum(sample, lo)
[[nodiscard]] bool is_joined(const Case& c, std::size_t target, const effects::Root& root);

}  // namespace transforms::if_conversion
