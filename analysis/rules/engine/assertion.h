// Which assertions Dynamo makes an operator of the graph.
#pragma once

#include "analysis/syntax/node.h"

namespace rules {

// Dynamo turns `assert t` and `assert t, "text"` into an operator: it looks for exactly this bytecode, so `assert not
// t` and messages that are computed are jumps like any other. `operand`: what is asked for its truth.
[[nodiscard]] bool becomes_operator(syntax::Node operand);

}  // namespace rules
