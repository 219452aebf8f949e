// A column of rows under a mask, taken out, computed with numbers alone, and put back:
//
//     v[hit, 2] *= -0.5   ->   v[:, 2] = torch.where(hit, v[:, 2] * -0.5, v[:, 2])
#pragma once

#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::masks {

// `operand` is the mask.
[[nodiscard]] Proposal propose_masked_column(Study& study, syntax::Node operand);

}  // namespace transforms::masks
