// A test whether a mask has a true element, around writes under that mask alone: where it has none, they do nothing, so
// nobody has to ask.
//
//   bad = torch.isnan(y)
//   if bad.any():              ->      y[bad] = 0.0
//       y[bad] = 0.0
//
// Whether the mask fits is tested, where it is not certain, and the program asks as ever where it does not:
//
//   if bad.shape == y.shape or bad.any():
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::masks {

[[nodiscard]] Proposal propose_any_gate(Study& study, const rules::Finding& finding);

}  // namespace transforms::masks
