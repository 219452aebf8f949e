// The text of a loop that runs all its rounds (read/loop_exit.h): its assignments where they are, and the tests in
// front of it.
#pragma once

#include "transforms/if_conversion/write/select.h"

#include <vector>

namespace transforms::if_conversion {

[[nodiscard]] std::vector<edit::Edit> edits_of_stop(const function::Facts& facts, const Predication& at,
                                                    const Proven& proven, Style style);

}  // namespace transforms::if_conversion
