// What the rewrites may do with the statements of a function, as text (effects/dump.h).
#pragma once

#include "analysis/values/program.h"

#include <string>

namespace transforms::speculation {

// `5: writes, y + 1.0 may run if w.shape == x.shape`: whether the statement may write to a tensor, and whether the
// assigned value may be computed although the program would not have, after which tests, or why not.
[[nodiscard]] std::string print_effects(const values::Program& program);

}  // namespace transforms::speculation
