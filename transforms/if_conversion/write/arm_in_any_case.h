// An arm that is right in any case, so that nothing has to be chosen. For select.h.
#pragma once

#include "transforms/if_conversion/prove/obligations.h"
#include "transforms/if_conversion/read/branch.h"

#include <cstddef>
#include <optional>

namespace transforms::if_conversion {

// `total / count.clamp(min=1)` of `total / count if count > 0 else total`, and `torch.where(m, a, x)` of
// `if m.any(): x = torch.where(m, a, x)`
[[nodiscard]] std::optional<std::size_t> arm_in_any_case(const function::Facts& facts, const Predication& at,
                                                         const Proven& proven, const Target& target);

}  // namespace transforms::if_conversion
