// What nothing is known of is taken for a tensor (inference.h), and is as well a number where only arithmetic is done
// with it. Where the new code is the same for both, one test in front of it lets both in:
//
//     if isinstance(step, (int, float)) or (isinstance(step, torch.Tensor) and step.shape == y.shape):
#pragma once

#include "transforms/if_conversion/prove/obligations.h"
#include "transforms/if_conversion/write/select.h"

namespace transforms::if_conversion {

// prove(), for either kind where it is open.
[[nodiscard]] Proven prove_either(const function::Facts& facts, const Predication& predication, proof::Answer answer,
                                  Style style);

}  // namespace transforms::if_conversion
