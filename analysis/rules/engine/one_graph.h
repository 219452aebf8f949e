// What can be a part of one graph, in which the numbers and sizes that the data decides are symbols.
// Used by the rewrite that asks Dynamo for it (transforms/gates/one_graph.h).
#pragma once

#include "analysis/values/program.h"

#include <unordered_set>

namespace rules {

using Reached = std::unordered_set<const values::Activation*>;

// Where nothing breaks, all that is called is known, and what is done with such numbers and sizes is known to need none
// of them while tracing.
[[nodiscard]] Reached fit_for_one_graph(const values::Program& program);

}  // namespace rules
