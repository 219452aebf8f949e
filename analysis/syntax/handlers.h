// Who sees an exception on its way out of a function.
#pragma once

#include "analysis/syntax/node.h"

namespace syntax {

// Whether a `try` around the node, within its function, may keep what the node raises from getting out: one with an
// `except`, or whose `finally` leaves by itself. Any other `finally` hands it on.
[[nodiscard]] bool may_be_caught(Node node);

}  // namespace syntax
