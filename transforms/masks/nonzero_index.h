// Places found only to write to them: `idx = torch.where(banned)`, `out[idx] = -50.0`. A mask of the same shape writes
// to the same places, and does not need to know how many there are. Of `rows, columns = torch.where(banned)`, with
// `out[rows, columns] = -50.0` behind it, as well.
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::masks {

[[nodiscard]] Proposal propose_mask_index(Study& study, const rules::Finding& finding);

}  // namespace transforms::masks
