// What the memory that a tensor lies in is called, so that two expressions can be seen to share it. Asked by selects,
// of conditions that a write in front of them changes, and of containers that are copied.
#pragma once

#include "analysis/function/function_facts.h"

#include <vector>

namespace effects {

// `ready`, `self.ready` behind `ready = self.ready`; `mask[0]`, `mask`; `x.view(-1)`, `x`. The expression, which the
// statement evaluates, stands first; what it was made of stands last, and may be a list of tensors.
[[nodiscard]] std::vector<syntax::Node> memory_names(const function::Facts& facts, syntax::Node tensor,
                                                     syntax::Node statement);

}  // namespace effects
