// A branch chooses a number, a function, a layer or a place in a list, and one operation takes it: the operation goes
// into the arms. They give tensors then; no dtype of these rounds a number otherwise than the operation does.
//
//     if r > 0:                       scaled_update = torch.where(r > 0, update * 0.1, update * 0.01)
//         lr = 0.1                    return weight - scaled_update
//     else:
//         lr = 0.01
//     return weight - update * lr
#pragma once

#include "analysis/rules/finding.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::if_conversion {

[[nodiscard]] Proposal propose_sink_operation(Study& study, const rules::Finding& finding);

}  // namespace transforms::if_conversion
