// Branches within an expression: `h, c = (a, b) if t else (d, e)`. For read_predication.
#pragma once

#include "transforms/if_conversion/read/branch.h"

namespace transforms::if_conversion {

// Known while tracing, so that no arm needs to be chosen.
[[nodiscard]] bool is_static(const function::Facts& facts, syntax::Node condition);

// `a if c else b if d else e`: the ways of the whole of it.
[[nodiscard]] Predication read_expression(const function::Facts& facts, syntax::Node conditional, proof::Proof& proof);

}  // namespace transforms::if_conversion
