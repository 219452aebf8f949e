// The rows of a mask of one dimension, for the spellings of them.
#pragma once

#include "analysis/syntax/node.h"

namespace transforms::canonical {

// `torch.where(mask)[0]`, `mask.nonzero().squeeze(1)`, `mask.nonzero().flatten()` around the call that finds the
// places.
[[nodiscard]] syntax::Node rows_around(syntax::Node call, bool is_tuple);

}  // namespace transforms::canonical
