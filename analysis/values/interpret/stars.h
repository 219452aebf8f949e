// `from module import *`
#pragma once

#include "analysis/torch/knowledge.h"

#include <string_view>

namespace values {

// The module hides no name of Python's own but those that there are rows for below it.
[[nodiscard]] bool is_listed(std::string_view module, const torch::Knowledge& knowledge);

}  // namespace values
