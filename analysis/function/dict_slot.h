// The item of a dict under a constant key, `state["m"]`: a place that holds a value, as an attribute of an object is.
#pragma once

#include "analysis/function/function_facts.h"

namespace function {

// Of a variable that may be a dict.
[[nodiscard]] bool is_item(const Facts& facts, syntax::Node node);
// What it holds; nothing is known of that where it is assigned.
[[nodiscard]] values::Value held_value(const Facts& facts, syntax::Node item);
// The variable of an item.
[[nodiscard]] bool is_holder(const Facts& facts, syntax::Node identifier);
// The function assigns it somewhere.
[[nodiscard]] bool is_assigned(const Facts& facts, syntax::Node item);
// It is spelled in one way throughout the function.
[[nodiscard]] bool is_spelled_alike(const Facts& facts, syntax::Node item);

}  // namespace function
