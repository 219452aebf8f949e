// A number read from a tensor that only goes into tensors again stays a tensor: `s = x.mean().item()`, `y = x * s`.
// Where the tensors that it goes into have no dimensions, or another dtype, it is made a number after all:
//
//     base = values.detach().mean()
//     if not (returns.dim() > 0 and returns.dtype in (torch.float32, torch.float64)):
//         base = float(base)
//
// A branch that it decides would break the graph in its place, and is rewritten together with it
// (dependent_branches.h):
//
//     if isinstance(base, torch.Tensor):
//         returns = torch.where(base > 0, returns - base, returns)
//     elif base > 0:
//         returns = returns - base
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::scalars {

[[nodiscard]] Proposal propose_kept_scalar(Study& study, const rules::Finding& finding);

}  // namespace transforms::scalars
