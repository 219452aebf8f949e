// Who takes a number that a function only hands on: `return loss, {"l1": l1.item()}`, `self.last = loss.item()`. Under
// the assumption that they take a tensor as well, the number stays one. Asked by NumberUses.
#pragma once

#include "analysis/function/function_facts.h"

#include <optional>
#include <string>
#include <vector>

namespace transforms::scalar_uses {

struct Takers {
    std::vector<std::string> names;  // "callers", "readers of `self.last`"; none if nobody takes it
    std::vector<syntax::Node> sums;  // `self.seen += n`, which would write to the tensor that others hold
    bool alone = false;              // callers who are not seen get the number by itself: they may compute with it
};
// Nothing if the function, or a caller that is seen, does anything else with the number, or with a container that it
// goes into.
[[nodiscard]] std::optional<Takers> takers_of(const function::Facts& facts, syntax::Node number);

}  // namespace transforms::scalar_uses
