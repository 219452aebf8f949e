// Whether all that an entry reaches can be one graph, in which the numbers and sizes that the data decides are symbols.
// Used by the rewrite that asks Dynamo for it (transforms/gates/one_graph.h).
#pragma once

#include "analysis/values/program.h"

#include <span>
#include <unordered_set>

namespace rules {

// What runs in the graph of these entries, at least.
using Reached = std::unordered_set<const values::Activation*>;
[[nodiscard]] Reached reached_from(std::span<const values::Entry* const> entries);

// Nothing in what the entries reach breaks, all that it calls is known, and what it does with such numbers and sizes is
// known to need none of them while tracing.
[[nodiscard]] bool can_be_one_graph(const values::Program& program, std::span<const values::Entry* const> entries);

}  // namespace rules
