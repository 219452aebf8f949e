// In-place updates as values: `y += e`, `y.clamp_(0)`. An arm of a branch may be one, and who asks whether a tensor is
// shared has to know them.
#pragma once

#include "analysis/syntax/node.h"

#include <string_view>
#include <vector>

namespace function {

// What leaves a tensor filled has no method of its name that makes a new one: `y.zero_()` is `y.new_zeros(y.shape)`.
struct Fill {
    std::string_view in_place;
    std::string_view function;  // that has the row of what it makes
    std::string_view method;
};
[[nodiscard]] const Fill* fill_named(std::string_view method);  // null if it is none

[[nodiscard]] bool is_update(syntax::Node value);
// What it writes to: `y` of `y += e`, of `y.sub_(1).mul_(2)`.
[[nodiscard]] syntax::Node updated_by(syntax::Node update);
// The updates of a chain, the last one first: `y.sub_(1).mul_(2)` and `y.sub_(1)`.
[[nodiscard]] std::vector<syntax::Node> links_of(syntax::Node update);
// The statement is an update, or a chain of them, of what the node names.
[[nodiscard]] bool is_only_updated(syntax::Node written);

}  // namespace function
