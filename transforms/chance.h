// Layers that are dropped by chance: where the rate is 0 nothing is, and the draw need not decide.
// `if draw < self.layerdrop` -> `if self.layerdrop > 0 and draw < self.layerdrop`.
#pragma once

#include "analysis/analyze.h"
#include "transforms/fix.h"

namespace transforms {

[[nodiscard]] Proposal propose_chance(const analysis::Analysis& analysis, const rules::Finding& finding);

}  // namespace transforms
