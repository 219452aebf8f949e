// What of a tensor's gradient history is seen where the tensor is used: `print(x)` shows `grad_fn=`, `print(x.item())`
// does not. A graph hands its tensors to an effect without their history.
#pragma once

#include "analysis/function/function_facts.h"

namespace effects {

// Only its numbers count, not what made them: `.item()`, `f"{x:.3f}"`, `0 < x < 1`, `torch.equal(x, y)`.
[[nodiscard]] bool ends_as_number(const function::Facts& facts, syntax::Node tensor);

[[nodiscard]] bool may_require_grad(values::Value value);

// No gradient leads to it: `x.detach().abs().max()`, `(x > 0).float()`, or a variable or container that holds such.
[[nodiscard]] bool is_detached(const function::Facts& facts, syntax::Node node);

// Something of its history may show in what the calls of its methods make of it: `x.abs()` of the `x`.
[[nodiscard]] bool shows_history(const function::Facts& facts, syntax::Node node);

}  // namespace effects
