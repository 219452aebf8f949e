// A check that is made again whenever a file changes. Used by check.
#pragma once

#include "server/commands/arguments.h"

#include <functional>

namespace commands {

// Goes on until the process is interrupted, or a check cannot be printed.
[[nodiscard]] int watch(const Check& arguments, const std::function<int()>& check);

}  // namespace commands
