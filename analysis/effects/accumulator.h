// A variable that starts as a number of Python and becomes a tensor: `total = 0.0`, and then `total = total + t` in the
// rounds of a loop. The lattice knows such a value as a tensor that may be absent (Value::maybe_none).
#pragma once

#include "analysis/function/function_facts.h"

namespace effects {

// Everything that it is ever assigned is a number, or what arithmetic and calls of PyTorch make of one: never None.
[[nodiscard]] bool is_accumulator(const function::Facts& facts, const names::Binding& variable);

// A flag: `found = False`, and then `found = True` where a tensor says so, or `found = found | (t > 2)`. Nothing but
// its truth is asked for.
[[nodiscard]] bool is_truth_accumulator(const function::Facts& facts, const names::Binding& variable);

}  // namespace effects
