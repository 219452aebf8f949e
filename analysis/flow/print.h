// Graphs as text: what `graphmend dump --flow FILE` shows and the golden tests compare.
#pragma once

#include "analysis/flow/graph.h"
#include "analysis/syntax/tree.h"

#include <string>

namespace flow {

// One paragraph per block: `line  kind  first line of the source`, then where control goes.
[[nodiscard]] std::string print(const Graph& graph);
// The graphs of all bodies of the file, the outer ones first.
[[nodiscard]] std::string print(const syntax::Tree& tree);

}  // namespace flow
