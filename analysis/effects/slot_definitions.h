// Since when an attribute of an object, or an item of a dict, holds the value that it has at a statement.
#pragma once

#include "analysis/function/function_facts.h"

#include <cstdint>

namespace effects {

// The index of the node from which on the attribute, or the item of a dict (dict_slot.h), has had the value that it has
// at the statement, and the tensors in it had theirs; that of the statement if it is not known.
[[nodiscard]] std::uint32_t held_since(const function::Facts& facts, syntax::Node place, syntax::Node statement);
// Between the two places something is assigned to an attribute that the expression asks for: `self.last = x`.
[[nodiscard]] bool is_given_anew(syntax::Node expression, syntax::Node from, syntax::Node to);
// Of an object of the file; to read others may run code of the program: a property, `__getattr__`.
[[nodiscard]] bool is_plain_attribute(const function::Facts& facts, syntax::Node attribute);
// A property of such an object, or what it says on its own, which is not just called.
[[nodiscard]] bool runs_code(const function::Facts& facts, syntax::Node attribute);

}  // namespace effects
