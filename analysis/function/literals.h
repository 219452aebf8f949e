// Numbers that a program writes.
#pragma once

#include "analysis/values/lattice/value.h"

#include <optional>

namespace function {

// The value of a literal number, also behind a minus.
[[nodiscard]] std::optional<double> number_of(values::Value value);

// A number that tracing knows: no data decided it.
[[nodiscard]] bool is_traced_number(values::Value value);

}  // namespace function
