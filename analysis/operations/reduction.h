// Calls that take together what lies along dimensions of a tensor, and what is one of several tensors that a call
// gives: `x.mean(dim=-1, keepdim=True)`, `torch.amax(x, (1, 2))`, `x.max(dim=1).values`. Asked by Forms and
// Speculation.
#pragma once

#include "analysis/function/function_facts.h"

#include <optional>
#include <string>
#include <vector>

namespace operations {

// `-1`, `(0, 1)`: empty if they are not known, or some name the same one.
[[nodiscard]] std::vector<int> dims_of(const function::Facts& facts, syntax::Node given);
// How many dimensions there have to be.
[[nodiscard]] int least_rank(const std::vector<int>& dims);

struct Reduction {
    syntax::Node of;        // the tensor
    std::vector<int> dims;  // as they are written, all from the front or all from the back
    bool kept = false;      // as dimensions of one element

    // Of what is needed: `x.dim() > 1` for `dim=-2`.
    [[nodiscard]] int least_rank() const { return operations::least_rank(dims); }
    // The result is broadcast to the shape of the tensor: `x - x.mean(0)`.
    [[nodiscard]] bool fits_tensor() const;
    // The shape, for a tensor of that one.
    [[nodiscard]] std::string shape(const std::string& whole) const;
};

// Nothing if it depends on more than the shape of the tensor.
[[nodiscard]] std::optional<Reduction> reduction_of(const function::Facts& facts, syntax::Node call);

struct FieldOfCall {
    syntax::Node call;
    const torch::Field* field;
};
// Of `torch.sort(x)[0]`, `x.sort().values`.
[[nodiscard]] std::optional<FieldOfCall> field_of(const function::Facts& facts, syntax::Node expression);

}  // namespace operations
