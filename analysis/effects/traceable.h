// What a graph computes by itself, and where evaluating an expression only gives a value.
#pragma once

#include "analysis/function/function_facts.h"

namespace effects {

// A call that only gives a value: nothing is written, drawn, or used up.
[[nodiscard]] bool only_gives_a_value(const torch::Row* row);

// An expression of tensors that Dynamo traces, and that changes nothing.
[[nodiscard]] bool is_traced(const function::Facts& facts, syntax::Node expression);

// `table[key]`: where there is no such key, Dynamo leaves what it was compiling to eager for good.
[[nodiscard]] bool looks_up(const function::Facts& facts, syntax::Node subscript);

}  // namespace effects
