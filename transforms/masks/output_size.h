// Repeated elements of which the program knows how many there are: it says so with the call, and the result has a size.
//
//     ids = torch.arange(n).repeat_interleave(counts)            ids = torch.arange(n).repeat_interleave(
//     assert ids.numel() == rows                          ->         counts, output_size=rows)
//                                                                assert ids.numel() == rows
#pragma once

#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::masks {

[[nodiscard]] Proposal propose_output_size(Study& study, const rules::Finding& finding);

}  // namespace transforms::masks
