// An in-place update (in_place_update.h) as the text of a new tensor: `y.clamp_(0)` as `y.clamp(0)`.
#pragma once

#include "analysis/syntax/node.h"
#include "transforms/edit/splice.h"

#include <string>
#include <vector>

namespace transforms::if_conversion {

// The value as Python text, apart from what is `replaced` in it; of an update, what makes a new tensor instead: "y +
// e", "y.clamp(0)".
[[nodiscard]] std::string text_of(syntax::Node value, std::vector<edit::Replacement> replaced = {});

}  // namespace transforms::if_conversion
