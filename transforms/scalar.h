// Whether a tensor has no dimensions, shown from the text of the function alone: what the visible callers pass is no
// proof.
#pragma once

#include "transforms/facts.h"

namespace transforms {

[[nodiscard]] bool is_number(values::Value value);

// Of an expression that is evaluated as part of `statement`.
[[nodiscard]] bool is_scalar(const Facts& facts, syntax::Node expression, syntax::Node statement);

}  // namespace transforms
