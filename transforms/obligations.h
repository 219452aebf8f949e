// What has to be shown before an `if` may become a select: each obligation is one function, named in the order in which
// they are asked.
#pragma once

#include "transforms/predication.h"

namespace transforms {

// Asks until one refuses.
void discharge(const Facts& facts, const Predication& predication, Proof& proof);

}  // namespace transforms
