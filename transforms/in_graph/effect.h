// Effects and checks as a part of the graph, by the runtime (runner/graphmend/effects): the call that breaks stays for
// eager, and an operator does the same when the graph runs.
//
//   _effect_9 = graphmend.effect(lambda i, value: print(f"step {i}: {value:.3f}"), "sample")
//   ...
//   graphmend.compiling() and _effect_9(i, x.max().detach()) or print(f"step {i}: {x.max():.3f}")
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::in_graph {

[[nodiscard]] Proposal propose_effect(Study& study, const rules::Finding& finding);

}  // namespace transforms::in_graph
