// A loop over the numbers of a tensor, where the tensor's own elements serve as well:
//
//     for i, n in enumerate(lengths.tolist()):    ->    for i, n in enumerate(lengths):
//         mask[i, :n] = 1.0                                 mask[i, torch.arange(...) < n] = 1.0
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::scalars {

[[nodiscard]] Proposal propose_loop_over_list(Study& study, const rules::Finding& finding);

}  // namespace transforms::scalars
