// Calls that are an operator by another name: `x.div(t)` and `torch.div(x, t)` as `x / t`.
#pragma once

#include "analysis/function/function_facts.h"

#include <optional>

namespace operations {

struct Arithmetic {
    syntax::Node left;
    syntax::Op op;
    syntax::Node right;
};

// `row` is that of the call, or of the method that takes its place. Nothing where more than two operands are given.
[[nodiscard]] std::optional<Arithmetic> arithmetic_of(syntax::Node call, const torch::Row* row);

// `min` and `max` of Python, which give one of their arguments.
[[nodiscard]] bool is_extreme(const torch::Row* row);

}  // namespace operations
