// Whether a caller in this file can tell that a function returned a copy of a tensor instead of the tensor:
//
//     hidden = self.clear_padding(hidden, padding)
//     hidden += self.bias                            # changes the caller's own tensor, or a copy of it
//
// For rewrites that assume that callers do not mind.
#pragma once

#include "analysis/function/function_facts.h"

namespace effects {

// What of a caller writes in place to the tensor of the variable that the function returns, or compares it by `is`,
// where somebody else may have that tensor; false if none is seen. `variable` is null where it has no name.
[[nodiscard]] syntax::Node observing_caller(const function::Facts& facts, const names::Binding* variable);

}  // namespace effects
