// The branch that asks something, for the spellings of it.
#pragma once

#include "analysis/syntax/python.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace transforms::canonical {

// That asks the code for its truth, also behind a `not`.
[[nodiscard]] std::optional<syntax::If> branch_of(syntax::Node asked);
// The branch that asks the code for anything: also for a number that it compares.
[[nodiscard]] std::optional<syntax::If> branch_around(syntax::Node asked);
// `not c`, where the text of `c` stays: what is written in front of it, and behind it.
[[nodiscard]] std::pair<std::string, std::string> negation_of(syntax::Node condition);
// The blocks of all its arms.
[[nodiscard]] std::vector<syntax::Node> arms_of(syntax::If branch);

}  // namespace transforms::canonical
