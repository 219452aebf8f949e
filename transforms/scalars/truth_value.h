// A function answers with the truth of tensors, which Python asks for. It can give the answer as a tensor, where all
// that becomes of it is a question that can be asked of a tensor:
//
//     return loss > 3.0 and loss > self.mean       ->   return (loss > 3.0) & (loss > self.mean)
//     return any(d < r for d, r in zip(ds, rs))    ->   return torch.stack([d < r for d, r in zip(ds, rs)]).any()
#pragma once

#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::scalars {

[[nodiscard]] Proposal propose_truth_value(Study& study, const rules::Finding& finding);

}  // namespace transforms::scalars
