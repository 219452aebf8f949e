// Two arms that do the same with different tensors: `if c: y = f(a) else: y = f(b)` -> `y = f(torch.where(c, a, b))`.
// The call runs once as before, so it may do what it likes. And the write of one arm alone: `if c: t.copy_(a)` ->
// `t.copy_(torch.where(c, a, t))`.
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::if_conversion {

[[nodiscard]] Proposal propose_common_call(Study& study, const rules::Finding& finding);

}  // namespace transforms::if_conversion
