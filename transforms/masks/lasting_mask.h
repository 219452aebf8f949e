// Whether a mask is still the same at a later statement. For masked_selection.h.
#pragma once

#include "analysis/function/function_facts.h"

namespace transforms::masks {

// Whatever the mask is computed of holds the same when control comes to the last statement.
[[nodiscard]] bool lasts(const function::Facts& facts, syntax::Node mask, syntax::Node first, syntax::Node last);

}  // namespace transforms::masks
