// The conditions in front of a branch that became a select, and whether they stand there already: a second run then
// leaves the program's own code behind them alone. For `where`, and the text that it writes.
#pragma once

#include "transforms/if_conversion/prove/obligations.h"

#include <string>
#include <vector>

namespace transforms::if_conversion {

// What is known while tracing: of the program's own condition, and what the proof tests.
[[nodiscard]] std::vector<std::string> conditions_in_front(const Proven& proven);
// The branch is what such a test leaves.
[[nodiscard]] bool is_tested_already(const Predication& predication, const Proven& proven);

}  // namespace transforms::if_conversion
