// If-conversion: `if c: x = a else: x = b` -> `x = torch.where(c, a, b)`, and the same for conditional expressions, for
// an `if` that returns early, and for one that continues a loop. Where shapes or dtypes are not certain, a test stands
// in front and the program's own code behind it:
//
//     if bias.shape == top.shape and bias.dtype == top.dtype:
//         top = torch.where(gates.sum() > 2.0, top + bias, top)
//     elif gates.sum() > 2.0:
//         top = top + bias
#pragma once

#include "analysis/analyze.h"
#include "transforms/if_conversion/read/branch.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

#include <string_view>

namespace transforms::if_conversion {

// For a branch that was read already, by whatever means. `title`: "rewrite with `torch.where`".
[[nodiscard]] Proposal propose_select(const analysis::Analysis& analysis, const function::Facts& facts,
                                      const Predication& predication, std::string_view rewrite, std::string_view title);
[[nodiscard]] Proposal propose_where(Study& study, const rules::Finding& finding);

}  // namespace transforms::if_conversion
