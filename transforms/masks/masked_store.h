// Elements under a mask, taken out and put back: how many there are depends on data. Where the mask has the shape of
// the tensor, or of its first dimensions, the same is computed for all elements, and the mask chooses:
//
//     out[hot] = torch.tanh(c[hot] / tau)   ->   out = torch.where(hot, torch.tanh(c / tau), out)
//     out[labels == 0] += w                 ->   out = torch.where((labels == 0)[..., None], out + w, out)
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::masks {

[[nodiscard]] Proposal propose_masked_write(Study& study, const rules::Finding& finding);

}  // namespace transforms::masks
