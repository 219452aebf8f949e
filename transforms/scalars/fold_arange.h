// The numbers of a tensor that only counts: what `torch.arange(1, n)` holds is `range(1, n)`, and is known without
// asking the tensor. For forward_stored_number.h.
#pragma once

#include "analysis/analyze.h"
#include "analysis/function/function_facts.h"
#include "transforms/rewrite.h"
#include "transforms/scalars/stored_numbers.h"

#include <optional>

namespace transforms::scalars {

// `steps.tolist()` -> `range(0, 4)`, `steps[2].item()` -> `2`; nothing if the tensor was made otherwise.
[[nodiscard]] std::optional<Proposal> counted(const analysis::Analysis& analysis, const function::Facts& facts,
                                              syntax::Node call, const Reading& reading);

}  // namespace transforms::scalars
