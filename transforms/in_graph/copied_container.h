// What is known of a tensor, list or dict that is copied: of which class it is, and whether its tensors lie in one
// memory. For equal_call.
#pragma once

#include "analysis/function/function_facts.h"

namespace transforms::in_graph {

// Whether it is of the class `list` or `dict` itself: an OrderedDict is copied as one, and a Counter.
enum class Plain : std::uint8_t { yes, unknown, no };
[[nodiscard]] Plain plainness_of(const function::Facts& facts, syntax::Node container);

// It is made with two tensors of one memory, or with one twice: `[x, x.view(-1)]`. Others may be, which is not seen.
[[nodiscard]] bool shares_memory(const function::Facts& facts, syntax::Node container);
// It is made as an `nn.Parameter`, or with one, which stays one in a copy.
[[nodiscard]] bool holds_parameter(const function::Facts& facts, syntax::Node copied);

}  // namespace transforms::in_graph
