// How often each number occurs, in a tensor whose size does not depend on the data.
#pragma once

#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::masks {

// torch.bincount(i, minlength=n)  ->  torch.zeros(n, dtype=torch.int64, device=i.device).scatter_add(
//                                         0, i.long(), torch.ones_like(i, dtype=torch.int64))
//
// A suggestion: of larger numbers the first makes a longer tensor, and `minlength` does not promise that there are
// none.
[[nodiscard]] Proposal propose_counts(Study& study, const rules::Finding& finding);

}  // namespace transforms::masks
