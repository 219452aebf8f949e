// A tensor that is made of a number of Python, and changed by such numbers alone, decides a branch or is read back. The
// number is kept beside it, where Dynamo knows it while tracing:
//
//     t = torch.tensor(1.0)                t_value = 1.0
//     while t > 0:                         t = torch.tensor(t_value)
//         x = step(x, t)             ->    while t_value > 0:
//         t -= 0.1                             x = step(x, t)
//                                              t_value -= 0.1
//                                              t -= 0.1
#pragma once

#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::scalars {

[[nodiscard]] Proposal propose_shadow_number(Study& study, const rules::Finding& finding);

}  // namespace transforms::scalars
