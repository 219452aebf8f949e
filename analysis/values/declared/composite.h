// What Dynamo takes neither for a tensor nor for a constant.
#pragma once

#include "analysis/values/lattice/value.h"

namespace values {

// A module, an object of a class of the program, or a tuple, list or dict that holds a tensor or one of these.
[[nodiscard]] bool is_composite(Value value);

}  // namespace values
