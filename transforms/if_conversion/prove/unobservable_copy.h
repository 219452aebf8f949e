// Behind a select nobody can tell that its result is a copy of what the arm would have left. An obligation of a select,
// for obligations.cpp.
#pragma once

#include "transforms/if_conversion/prove/context.h"

namespace transforms::if_conversion {

void copies_unseen(Case& c);
// What is assumed of several copies, in the place of the first, as one thing for a person to weigh.
[[nodiscard]] std::vector<std::string> with_copies_as_one(const std::vector<std::string>& assumptions);

}  // namespace transforms::if_conversion
