// The branch that asks something, for the spellings of it.
#pragma once

#include "analysis/syntax/python.h"

#include <optional>
#include <vector>

namespace transforms::canonical {

// That asks the code for its truth, also behind a `not`.
[[nodiscard]] std::optional<syntax::If> branch_of(syntax::Node asked);
// The blocks of all its arms.
[[nodiscard]] std::vector<syntax::Node> arms_of(syntax::If branch);

}  // namespace transforms::canonical
