// A select takes tensors of one kind, on one device, and its condition there, too. Obligations of a select, for
// obligations.cpp.
#pragma once

#include "transforms/if_conversion/prove/context.h"

namespace transforms::if_conversion {

// What the arms leave has one shape and dtype; numbers are used as tensors without dimensions are.
void same_kind(Case& c);
void same_device(Case& c);

}  // namespace transforms::if_conversion
