// Both arms are going to be evaluated, whichever is chosen: nobody may notice. Obligations of a select, for
// obligations.cpp.
#pragma once

#include "transforms/if_conversion/prove/context.h"

namespace transforms::if_conversion {

// Neither by an effect, nor by an exception, nor by a gradient.
void arms_may_run(Case& c);
// Nor by what a select is written to.
void writes_unseen(Case& c);

}  // namespace transforms::if_conversion
