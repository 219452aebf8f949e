// Whether something in the function takes the variable for a number, as far as the spelling goes: `a - k * b`. Only
// decides what Forms tests, never what is true.
#pragma once

#include "transforms/facts.h"

namespace transforms {

[[nodiscard]] bool looks_like_number(const Facts& facts, const names::Binding& variable, syntax::Node function);

}  // namespace transforms
