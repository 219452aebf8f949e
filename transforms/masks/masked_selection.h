// Elements under a mask, taken out, computed with one by one (selection.h), and reduced to one or written back: all of
// it is computed for all elements, whatever their number.
//
//     n = lengths[keep].sum()     ->   n = torch.where(keep, lengths, 0).sum()
//     loss = losses[keep].mean()  ->   loss = torch.where(keep, losses, 0).sum() / keep.sum()
//     out[keep, 0] = -b[keep]     ->   out[:, 0] = torch.where(keep, -b, out[:, 0])
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::masks {

[[nodiscard]] Proposal propose_masked_selection(Study& study, const rules::Finding& finding);

}  // namespace transforms::masks
