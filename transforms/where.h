// If-conversion: `if c: x = a else: x = b` -> `x = torch.where(c, a, b)`. The first of the rewrites; its obligations
// show what every rewrite of control flow has to show.
#pragma once

#include "analysis/analyze.h"
#include "transforms/fix.h"

namespace transforms {

[[nodiscard]] Proposal propose_where(const analysis::Analysis& analysis, const rules::Finding& finding);

}  // namespace transforms
