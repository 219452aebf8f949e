// `values, rows = scores.max(dim=-1)` in an arm: what PyTorch gives by its parts, as a tuple in the place of the call.
#pragma once

#include "analysis/values/program.h"

#include <optional>
#include <string>

namespace transforms::if_conversion {

// "(scores.max(dim=-1).values, scores.max(dim=-1).indices)". Nothing where the call is not unpacked into variables,
// one for each part that PyTorch names, or where anyone could tell that it is evaluated twice.
[[nodiscard]] std::optional<std::string> parts_of(const values::Program& program, syntax::Node call);

}  // namespace transforms::if_conversion
