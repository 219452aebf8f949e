// A tensor with a last dimension of one more, to go with rows: `mask[..., None]`, `mask.unsqueeze(-1)`, and
// `mask[:, None]` of a tensor with one dimension.
#pragma once

#include "analysis/function/function_facts.h"

namespace operations {

struct Column {
    syntax::Node of;       // the mask
    bool of_list = false;  // `mask[:, None]`: where it has one dimension
};

[[nodiscard]] std::optional<Column> column_of(const function::Facts& facts, syntax::Node expression);

}  // namespace operations
