// The item of a dict under a constant key, `state["m"]`: a place that holds a value, as an attribute of an object is.
#pragma once

#include "transforms/facts.h"
#include "transforms/proof.h"

#include <string_view>

namespace transforms {

// Of a variable that may be a dict.
[[nodiscard]] bool is_item(const Facts& facts, syntax::Node node);
// The variable of an item.
[[nodiscard]] bool is_holder(const Facts& facts, syntax::Node identifier);
// Tests that it is an item of a dict, and a tensor: "type(state) is dict", then what the dict holds.
void test_item(std::string_view item, std::string_view torch, Proof& proof);
// It is spelled in one way throughout the function.
[[nodiscard]] bool is_spelled_alike(const Facts& facts, syntax::Node item);

}  // namespace transforms
