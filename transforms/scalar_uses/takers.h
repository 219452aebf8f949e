// Who takes a number that a function only hands on: `return loss, {"l1": l1.item()}`, `self.last = loss.item()`. Under
// the assumption that they take a tensor as well, the number stays one. Asked by NumberUses.
#pragma once

#include "analysis/function/function_facts.h"

#include <optional>
#include <string>
#include <vector>

namespace transforms::scalar_uses {

// "callers", "readers of `self.last`". Nothing if the function does anything else with the number, or with a container
// that it goes into; an empty list if nobody takes it.
[[nodiscard]] std::optional<std::vector<std::string>> takers_of(const function::Facts& facts, syntax::Node number);

}  // namespace transforms::scalar_uses
