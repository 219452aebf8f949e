// Tensors that variables of a function hand on to one another: `new = step(h)`, then `h = new`.
#pragma once

#include "analysis/function/function_facts.h"

namespace effects {

// All tensors that the variable may hold were made here, and only variables refer to them, which are read by value, or
// one of which is returned: nobody can tell one of them from a copy that is made at the statement.
[[nodiscard]] bool is_handed_on(const function::Facts& facts, const names::Binding& variable, syntax::Node statement);

}  // namespace effects
