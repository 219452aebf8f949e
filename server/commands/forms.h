// What the interpreter made of a file as text: `graphmend dump --values` and `--events`.
#pragma once

#include "analysis/values/program.h"

#include <string>

namespace commands {

// One line per expression of the compiled regions, in source order: place, text, value.
[[nodiscard]] std::string print_values(const values::Program& program);

// One paragraph per function and set of argument values, in the order of the calls: place, event, text, values.
[[nodiscard]] std::string print_events(const values::Program& program);

}  // namespace commands
