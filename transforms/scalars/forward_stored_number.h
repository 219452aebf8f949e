// A number that went into a tensor and is read back: `torch.tensor(x.shape[-1])`, `int(dim)` -> `x.shape[-1]`.
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::scalars {

[[nodiscard]] Proposal propose_known_number(Study& study, const rules::Finding& finding);

}  // namespace transforms::scalars
