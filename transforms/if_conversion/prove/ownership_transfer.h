// What an arm gives away: `y = x * 2` in front of the branch, and then `z = y` in an arm of it, the last that is heard
// of y. Behind it, z is the only one to refer to that tensor.
#pragma once

#include "transforms/if_conversion/prove/context.h"

#include <cstddef>

namespace transforms::if_conversion {

// The arm gives what the variable held in front of the branch to one target, and nothing else refers to it behind.
[[nodiscard]] bool is_given_away(const Case& c, const names::Binding& variable, std::size_t arm);

}  // namespace transforms::if_conversion
