// A chain of `elif`s is read and rewritten as a whole, so that its links have their proposals in common.
#pragma once

#include "transforms/study.h"

namespace transforms::if_conversion {

// For a condition of an `elif`: the link that begins the part of the chain which is rewritten for it, the same one for
// all conditions of that part; none for all other conditions, and those that hold a conditional expression.
[[nodiscard]] syntax::Node part_of_chain(Study& study, syntax::Node operand);

}  // namespace transforms::if_conversion
