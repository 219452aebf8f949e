// What the file does with an attribute that holds a number, or a list of numbers: for takers.h.
#pragma once

#include "analysis/syntax/node.h"

namespace transforms::scalar_uses {

// Somebody who reads an attribute of that name does more than to compute with it, to show it in an f-string, or to
// return it: `set(self.recent)` counts tensors as objects, `curve.append(self.total)` holds one that may be written to.
[[nodiscard]] bool is_told_apart(syntax::Node attribute);

}  // namespace transforms::scalar_uses
