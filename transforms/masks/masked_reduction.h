// Elements under a mask, taken out and reduced to one, which does not depend on how many there are:
//
//     n = lengths[keep].sum()     ->   n = torch.where(keep, lengths, 0).sum()
//     loss = losses[keep].mean()  ->   loss = torch.where(keep, losses, 0).sum() / keep.sum()
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::masks {

[[nodiscard]] Proposal propose_masked_sum(Study& study, const rules::Finding& finding);

}  // namespace transforms::masks
