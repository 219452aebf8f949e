// What an arm computes is kept for a backward although the arm is not chosen, and nothing writes to that: `y * w` in an
// arm, and `w *= 2` behind the branch. An obligation of a select, for obligations.cpp.
#pragma once

#include "transforms/if_conversion/prove/context.h"

namespace transforms::if_conversion {

void saved_operands_stay(Case& c);

}  // namespace transforms::if_conversion
