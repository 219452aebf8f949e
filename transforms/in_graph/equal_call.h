// A call that Python makes by itself, and what Dynamo traces in its place: the rows of the knowledge tell (`instead`).
//
//     remaining = copy.copy(skips)                  ->   remaining = list(skips)
//     future = torch.jit.fork(self.branch, x)       ->   future = self.branch(x)
#pragma once

#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::in_graph {

[[nodiscard]] Proposal propose_equal_call(Study& study, const rules::Finding& finding);

}  // namespace transforms::in_graph
