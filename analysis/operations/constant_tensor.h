// Tensors that a call makes of literals alone: `torch.tensor(2.0)`, `torch.zeros(())`, `x.new_ones(3)`. They are there
// wherever they are made, and no gradient flows to them. Asked by Forms and Speculation.
#pragma once

#include "analysis/function/function_facts.h"

namespace operations {

// Without dimensions: `torch.zeros(())`, `x.new_tensor(0.5)`, `torch.tensor(self.limit)` of a number.
[[nodiscard]] bool makes_scalar(const function::Facts& facts, syntax::Node call);
// It raises nothing. What is made on no device of another tensor has no dimensions: then it fits any device.
[[nodiscard]] bool is_constant(const function::Facts& facts, syntax::Node call);

}  // namespace operations
