// Elements under a mask that are multiplied by zero: writing the zero reads no element, and is a part of the graph
// whichever dimension the mask is of.
//
//   x[:, ~mask] *= 0      ->      x[:, ~mask] = 0
//
// What is not finite becomes zero as well, and a zero has no sign: that is assumed.
#pragma once

#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::masks {

[[nodiscard]] Proposal propose_zeroed(Study& study, const rules::Finding& finding);

}  // namespace transforms::masks
