// torch.where() lays its result out in memory as its arguments are, where the program has the tensor that it chose. An
// obligation of a select, for obligations.cpp, and what masked_write asks.
#pragma once

#include "transforms/case.h"

namespace transforms {

// What stands behind the statement, or is asked in another round, depends on how the tensor of that name, or what is
// made of it, lies in memory: `y.view(-1)`.
[[nodiscard]] bool layout_is_asked_for(const Facts& facts, syntax::Node statement, std::string_view name);

// What stands behind does not ask for the layout, `y.view(-1)`, or all arms have the same one.
void same_layout(Case& c);

}  // namespace transforms
