// Layers that are dropped by chance: where the rate is 0 nothing is, and the draw need not decide.
// `if draw < self.layerdrop` -> `if self.layerdrop > 0 and draw < self.layerdrop`. Never a safe one: a draw that
// decides nothing is dropped from the graph, and the draws behind it are other ones.
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::gates {

[[nodiscard]] Proposal propose_chance(Study& study, const rules::Finding& finding);

}  // namespace transforms::gates
