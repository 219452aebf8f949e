// The rows of a mask of one dimension, for the spellings of them.
#pragma once

#include "analysis/function/function_facts.h"

namespace transforms::canonical {

// `torch.where(mask)[0]`, `mask.nonzero().squeeze(1)`, `mask.nonzero().flatten()` around the call that finds the
// places.
[[nodiscard]] syntax::Node rows_around(syntax::Node call, bool is_tuple);

// Of two statements of one block: nothing in between writes to a tensor, which may be the mask.
[[nodiscard]] bool only_computes(const function::Facts& facts, syntax::Node from, syntax::Node to);

}  // namespace transforms::canonical
