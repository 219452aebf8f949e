// Branches within an expression: `h, c = (a, b) if t else (d, e)`. For read_predication.
#pragma once

#include "transforms/predication.h"

#include <vector>

namespace transforms {

// Known while tracing, so that no arm needs to be chosen.
[[nodiscard]] bool is_static(const Facts& facts, syntax::Node condition);

// The results that values without a name give: each element of tuples is a target of its own.
[[nodiscard]] std::vector<Target> targets_of(const Facts& facts, const std::vector<syntax::Node>& values,
                                             Predication& read, Proof& proof);

// `a if c else b if d else e`: the ways of the whole of it.
[[nodiscard]] Predication read_expression(const Facts& facts, syntax::Node conditional, Proof& proof);

}  // namespace transforms
