// Elements under a mask, taken out and put back: how many there are depends on data. Where the mask has the shape of
// the tensor, the same is computed for all elements, and the mask chooses:
//
//     out[hot] = torch.tanh(c[hot] / tau)   ->   out = torch.where(hot, torch.tanh(c / tau), out)
#pragma once

#include "analysis/analyze.h"
#include "transforms/fix.h"

namespace transforms {

[[nodiscard]] Proposal propose_masked_write(const analysis::Analysis& analysis, const rules::Finding& finding);

}  // namespace transforms
