// Whether a condition can be asked at another place, or more often, than the program does.
#pragma once

#include "analysis/function/function_facts.h"

namespace transforms::canonical {

// Asked once more behind the code, the condition gives what it gave in front of it.
[[nodiscard]] bool outlasts(const function::Facts& facts, syntax::Node condition, syntax::Node code);

// The condition can be asked as often as anyone likes.
[[nodiscard]] bool only_asks(const function::Facts& facts, syntax::Node condition);

// Asked in front of the statement, where the program may not ask it, it may raise an error: `x.dim() > 1` of a None.
[[nodiscard]] bool may_fail(const function::Facts& facts, syntax::Node expression, syntax::Node statement);

}  // namespace transforms::canonical
