// The kinds of operations: each tells whether a node is one of its own. Only operation.cpp asks.
#pragma once

#include "transforms/operation/operation.h"

namespace transforms::operation {

// What the node may be, and what is known of it.
struct Site {
    const function::Facts& facts;
    syntax::Node node;
    const torch::Row* row;
};

[[nodiscard]] Found as_size(const Site& site);           // x.shape[0], x.numel(), x.size(-1) ** -0.5
[[nodiscard]] Found as_product(const Site& site);        // a @ b, torch.mm(a, b), F.linear(x, w)
[[nodiscard]] Found as_called(const Site& site);         // self.proj(x), own_function(x)
[[nodiscard]] Found as_constant(const Site& site);       // torch.tensor(2.0), x.new_zeros(3)
[[nodiscard]] Found as_python_number(const Site& site);  // len(levels), float(k), min(self.a, 0.5)
[[nodiscard]] Found as_extreme(const Site& site);        // min(decay, t) of two tensors
[[nodiscard]] Found as_cast(const Site& site);           // x.float(), x.to(w.dtype)
[[nodiscard]] Found as_reshape(const Site& site);        // x.view(w.shape), x.expand_as(w)
[[nodiscard]] Found as_allocation(const Site& site);     // x.new_zeros(w.shape), torch.zeros(w.shape, device=w.device)
[[nodiscard]] Found as_arithmetic(const Site& site);     // x.div(t), torch.add(x, t)
[[nodiscard]] Found as_reduction(const Site& site);      // x.mean(dim=-1, keepdim=True)
[[nodiscard]] Found as_dimwise(const Site& site);        // x.softmax(-1), x.roll(1, 0)
[[nodiscard]] Found as_loss(const Site& site);           // F.mse_loss(x, w)
[[nodiscard]] Found as_triangle(const Site& site);       // x.tril(-1)
[[nodiscard]] Found as_distances(const Site& site);      // torch.cdist(x, y)
[[nodiscard]] Found as_described_by_row(const Site& site);  // x.exp(), x.sum(), torch.zeros_like(x): all others

}  // namespace transforms::operation
