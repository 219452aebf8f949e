// Rows under a mask, taken out for a loss of classes that knows one to leave out:
//
//     loss = F.cross_entropy(logits[keep], labels[keep])
//     loss = F.cross_entropy(logits, torch.where(keep, labels, -100))
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::masks {

[[nodiscard]] Proposal propose_ignored_classes(Study& study, const rules::Finding& finding);

}  // namespace transforms::masks
