// A check that raises, in graphs as an assertion of PyTorch. Eager code stays what it was:
//
//   if bad.any():                             if torch.compiler.is_compiling():
//       raise ValueError("not finite")            torch._assert_async(~bad.any(), "not finite")
//                                             elif bad.any():
//                                                 raise ValueError("not finite")
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::in_graph {

[[nodiscard]] Proposal propose_graph_assert(Study& study, const rules::Finding& finding);

}  // namespace transforms::in_graph
