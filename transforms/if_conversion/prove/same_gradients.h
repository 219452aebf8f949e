// Behind a select nobody can tell its result from what the arm would have left by the gradients that flow back.
// An obligation of a select, for obligations.cpp.
#pragma once

#include "transforms/if_conversion/prove/context.h"

namespace transforms::if_conversion {

void same_gradients(Case& c);

// Of many assumptions, those about gradients as one: they are finite, or zeros instead of none.
[[nodiscard]] std::vector<std::string> with_gradients_as_one(std::vector<std::string> assumptions, std::size_t more);

}  // namespace transforms::if_conversion
