// What the memory that a tensor lies in is called, so that two expressions can be seen to share it. Asked by selects,
// of conditions that a write in front of them changes, and of containers that are copied.
#pragma once

#include "analysis/function/function_facts.h"

#include <string_view>
#include <vector>

namespace effects {

// `ready`, `self.ready` behind `ready = self.ready`; `mask[0]`, `mask`; `x` of `x.view(-1)`. The expression is
// evaluated by the statement. What it was made of stands last.
[[nodiscard]] std::vector<std::string_view> memory_names(const function::Facts& facts, syntax::Node tensor,
                                                         syntax::Node statement);

}  // namespace effects
