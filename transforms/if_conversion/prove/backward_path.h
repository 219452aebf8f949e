// A gradient, of zeros at least, goes back through every arm of a select, and must not raise an error where the program
// would not have sent it: `y * w` keeps `w`, which `w *= 2` behind the branch spoils; `y // k` has no derivative. An
// obligation of a select, for obligations.cpp.
#pragma once

#include "transforms/if_conversion/prove/context.h"

namespace transforms::if_conversion {

void gradients_can_go_back(Case& c);

}  // namespace transforms::if_conversion
