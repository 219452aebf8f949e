// `torch.compile(f)` -> `torch.compile(f, fullgraph=True)`, where what is compiled breaks at nothing but numbers and
// sizes that the data decides: in one graph, Dynamo makes symbols of them.
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::gates {

[[nodiscard]] Proposal propose_one_graph(Study& study, const rules::Finding& finding);

}  // namespace transforms::gates
