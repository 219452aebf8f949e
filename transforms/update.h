// In-place updates as values: `y += e`, `y.clamp_(0)`. An arm of a branch may be one, and who asks whether a tensor is
// shared has to know them.
#pragma once

#include "analysis/syntax/node.h"
#include "transforms/text.h"

#include <string>
#include <vector>

namespace transforms {

[[nodiscard]] bool is_update(syntax::Node value);
// The value as Python text, apart from what is `replaced` in it; of an update, what makes a new tensor instead: "y +
// e", "y.clamp(0)".
[[nodiscard]] std::string text_of(syntax::Node value, std::vector<Replacement> replaced = {});

}  // namespace transforms
