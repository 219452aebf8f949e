// What a call of a function of the file gives, as an expression in the place of the call: `decay(h, c)` gives
// `(h * 0.5, c * 0.1)` where decay() is `def decay(x, y): return x * 0.5, y * 0.1`.
#pragma once

#include "analysis/names/module.h"
#include "transforms/proof/guard.h"

#include <optional>
#include <string>

namespace transforms::if_conversion {

struct CalledBody {
    std::string text;     // in parentheses
    proof::Guards tests;  // what makes sure that a method is the one that is read: "type(self) is Scorer"
};

// Nothing where the function does more than to assign variables and to return an expression, and where the expression
// would not do there what the call does: a name in it means something else, or something would be evaluated never, or
// twice where anyone could tell.
[[nodiscard]] std::optional<CalledBody> body_of(const names::Module& names, syntax::Node call);

}  // namespace transforms::if_conversion
