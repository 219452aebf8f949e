// Calls that work along dimensions of one tensor, and leave its shape: `x.softmax(-1)`, `torch.flip(x, dims=[0])`,
// `x.roll(1, 0)`, `x.sort(descending=True)`. Asked by Forms and Speculation.
#pragma once

#include "analysis/function/function_facts.h"

#include <optional>
#include <vector>

namespace operations {

struct Along {
    syntax::Node of;        // the tensor
    std::vector<int> dims;  // that it has to have, as they are written; none: it takes any tensor
};
// The argument names a dimension: `dim=-1`, or what the row says of its position.
[[nodiscard]] bool is_dimension(const torch::Row& row, syntax::Node argument, int position);
// Nothing if the call may be one that raises an error whatever the tensor is.
[[nodiscard]] std::optional<Along> along_of(const function::Facts& facts, syntax::Node call);

}  // namespace operations
