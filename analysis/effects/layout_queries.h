// Who asks how a tensor is laid out in memory: `y.view(-1)`, `y.stride()`.
#pragma once

#include "analysis/function/function_facts.h"

#include <string_view>

namespace effects {

[[nodiscard]] bool asks_for_layout(const function::Facts& facts, syntax::Node call);
// What stands behind the statement, or is asked in another round, depends on how the tensor of that name, or what is
// made of it, lies in memory: `y.view(-1)`.
[[nodiscard]] bool layout_is_asked_for(const function::Facts& facts, syntax::Node statement, std::string_view name);

}  // namespace effects
