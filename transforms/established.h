// What the program itself has made sure of in front of a statement: `assert x.shape == y.shape`, or
//
//     if x.dtype != y.dtype:
//         raise TypeError
//
// Nobody has to test it again, nor to assume it. Nor is anything assumed that the program is known to do otherwise.
// Asked by in_forms (forms.h).
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/proof/guard.h"

namespace transforms {

// Those of the guards that nothing in front of the statement establishes.
[[nodiscard]] proof::Guards not_established(const function::Facts& facts, syntax::Node statement, proof::Guards guards);

// A guard asks for another dtype than a tensor of the statement is known to have: `counts.is_floating_point()` of what
// a caller counts.
[[nodiscard]] bool is_known_wrong(const function::Facts& facts, syntax::Node statement, const proof::Guards& guards);

// Control does not come behind the block: it ends with `return`, `raise`, `continue` or `break`.
[[nodiscard]] bool leaves(syntax::Node block);
// The only statement of the block, or none.
[[nodiscard]] syntax::Node only_statement(syntax::Node block);

}  // namespace transforms
