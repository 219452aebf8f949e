// A call that only the machine is told of, `gc.collect()`, `torch.cuda.synchronize()`, and that breaks the graph: kept
// for runs without compilation, by `if not torch.compiler.is_compiling():` in front of it.
#pragma once

#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::gates {

[[nodiscard]] Proposal propose_housekeeping_gate(Study& study, const rules::Finding& finding);

}  // namespace transforms::gates
