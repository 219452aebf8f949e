// Behind a select nobody can tell that its result is a copy of what the arm would have left. An obligation of a select,
// for obligations.cpp.
#pragma once

#include "transforms/if_conversion/prove/context.h"

namespace transforms::if_conversion {

void copies_unseen(Case& c);

}  // namespace transforms::if_conversion
