// Output that breaks the graph, kept for runs without compilation: `if not torch.compiler.is_compiling():` around it.
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::gates {

[[nodiscard]] Proposal propose_compiling_gate(Study& study, const rules::Finding& finding);

}  // namespace transforms::gates
