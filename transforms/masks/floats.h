// Whether tensors hold floats, where their dtypes are not known. For masked_selection.h: an average of whole numbers
// raises an error.
#pragma once

#include "analysis/function/function_facts.h"

namespace transforms::masks {

// Whatever it is computed of: `x.log()`, `x / 2`, `x * 0.5`, `self.fc(x)`. So many names are followed.
[[nodiscard]] bool computes_floats(const function::Facts& facts, syntax::Node expression, int steps = 8);
// The mask is made by what is only asked of floats: `~torch.isnan(y)`, `x > 0.5`.
[[nodiscard]] bool asks_of_floats(const function::Facts& facts, syntax::Node mask, syntax::Node statement);

}  // namespace transforms::masks
