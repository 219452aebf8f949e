// Numbers that are read from a tensor of unknown dtype, and that the program takes for whole ones.
#pragma once

#include "analysis/values/program.h"

namespace rules {

// What the call gives, or each item of it, bounds a slice or a range, which no other number does:
// `start, end = span.tolist()`, `x[start:end]`.
[[nodiscard]] bool is_used_as_whole(const values::Program& program, syntax::Node call);

}  // namespace rules
