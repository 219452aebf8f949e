// torch.where() lays its result out in memory as its arguments are, where the program has the tensor that it chose. An
// obligation of a select, for obligations.cpp.
#pragma once

#include "transforms/if_conversion/prove/context.h"

namespace transforms::if_conversion {

// What stands behind does not ask for the layout, `y.view(-1)`, or all arms have the same one.
void same_layout(Case& c);

}  // namespace transforms::if_conversion
