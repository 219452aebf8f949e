// What the obligations of the rewrites rest on, as text: a line for each statement of each function. Asked with
// `graphmend dump`, and compared by tests; the rewrites get the same answers from the same functions.
#pragma once

#include "analysis/values/program.h"

#include <string>

namespace transforms {

// `5: live y z, defined x y z`: variables that may be read behind the statement, and those that are certainly assigned
// when control comes to it.
[[nodiscard]] std::string print_liveness(const values::Program& program);

// `5: y from x w, unshared y z`: which tensors the assigned value comes from, and the variables that hold the only
// reference to theirs when control comes to the statement. Behind an assignment, who could tell the variable's tensor
// from a copy: `y is written at 7`, `told at 8`, `returned at 9`.
[[nodiscard]] std::string print_aliases(const values::Program& program);

// `5: writes, y + 1.0 may run if w.shape == x.shape`: whether the statement may write to a tensor, and whether the
// assigned value may be computed although the program would not have, after which tests, or why not.
[[nodiscard]] std::string print_effects(const values::Program& program);

}  // namespace transforms
