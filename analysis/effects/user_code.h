// Python asks an object for its text, its length or its truth by calling methods of its class. They are code of the
// program: they may count how often they are asked, or tell what has been written in the meantime.
#pragma once

#include "analysis/function/function_facts.h"

namespace effects {

// What the expression gives, or something that this holds, is an object or may be one. Its text depends on when it is
// asked for.
[[nodiscard]] bool may_hold_objects(const function::Facts& facts, syntax::Node expression);

// The node reads what the text of an object may write: an attribute, an item, a variable of the module.
[[nodiscard]] bool meets_objects(const function::Facts& facts, syntax::Node node);

// Something in the expression asks an object of the program that does more than to tell: `str(meter) == "a"`,
// `len(queue) > 2`, `queue == "a"`. Not so `queue is None` and `isinstance(queue, Queue)`.
[[nodiscard]] bool asks_objects(const function::Facts& facts, syntax::Node expression);

// What in the expression is asked for its text or the like, and may do more than to tell: a class of the program has a
// `__str__` of its own that is more than a look at attributes, or nothing is known of the value. None if nothing does.
[[nodiscard]] syntax::Node acting_in(const function::Facts& facts, syntax::Node expression);

}  // namespace effects
