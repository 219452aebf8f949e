// Where a node stands: what is around it, and what it is there.
#pragma once

#include "analysis/syntax/node.h"

#include <string_view>

namespace syntax {

// Of a unary or binary operator. As an operand of a comparison its node carries the operator of that.
[[nodiscard]] Op operator_of(Node node);
// What asks for the truth of the expression, and for nothing else of it, through `and` and `or`: an `if`, `while` or
// `assert`, `a if c else b`, an `if` of a comprehension, a `not`; or none.
[[nodiscard]] Node tester_of(Node expression);
// The innermost `with` around the node within its function, or none.
[[nodiscard]] Node with_around(Node node);
// The expression with the parentheses around it.
[[nodiscard]] Node parenthesized(Node expression);
// `x` in `x = 1`, `x += 1`, `a, x = b`, `for x in y`: the place that gets a value.
[[nodiscard]] bool is_target(Node node);
// What an assignment gives the target, also one of several: `0.0` for `total` of `total, count = 0.0, 0`. None where
// something is taken apart.
[[nodiscard]] Node given_to(Node target);
[[nodiscard]] bool is_loop(Node node);
[[nodiscard]] Node outermost_loop(Node node);  // that holds it within its function, or none
[[nodiscard]] Node innermost_loop(Node node);
// The innermost expression of that kind that holds the node, or is it, in its statement; or none.
[[nodiscard]] Node enclosing(Node node, Kind kind);
[[nodiscard]] bool compares(Op op);  // values: not by `is` or `in`
// Whether a part of the code is spelled so: a name, or `self.rate`.
[[nodiscard]] bool mentions(Node code, std::string_view spelled);

}  // namespace syntax
