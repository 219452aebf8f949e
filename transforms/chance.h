// Layers that are dropped by chance: where the rate is 0 nothing is, and the draw need not decide.
// `if draw < self.layerdrop` -> `if self.layerdrop > 0 and draw < self.layerdrop`. Never a safe one: a draw that
// decides nothing is dropped from the graph, and the draws behind it are other ones.
#pragma once

#include "analysis/analyze.h"
#include "transforms/fix.h"

namespace transforms {

[[nodiscard]] Proposal propose_chance(const analysis::Analysis& analysis, const rules::Finding& finding);

}  // namespace transforms
