// The item of a dict under a constant key, `state["m"]`: a place that holds a value, as an attribute of an object is.
#pragma once

#include "transforms/facts.h"
#include "transforms/proof.h"

#include <string_view>

namespace transforms {

// Of a variable that may be a dict.
[[nodiscard]] bool is_item(const Facts& facts, syntax::Node node);
// What it holds; nothing is known of that where it is assigned.
[[nodiscard]] values::Value held_value(const Facts& facts, syntax::Node item);
// The variable of an item.
[[nodiscard]] bool is_holder(const Facts& facts, syntax::Node identifier);
// Tests in front of the statement that it is one of a dict, if that is not certain: it gives what was assigned.
void test_holder(const Facts& facts, syntax::Node statement, std::string_view item, Proof& proof);
// And that it is a tensor; to read it then does nothing else, and cannot fail.
void test_item(const Facts& facts, syntax::Node statement, std::string_view item, std::string_view torch, Proof& proof);
// The function assigns it somewhere.
[[nodiscard]] bool is_assigned(const Facts& facts, syntax::Node item);
// It is spelled in one way throughout the function.
[[nodiscard]] bool is_spelled_alike(const Facts& facts, syntax::Node item);

}  // namespace transforms
