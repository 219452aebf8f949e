// A number that is only shown is read where it is shown:
//
//   top = x.max().item()              top = x.max()
//   y = x * 2.0                ->     y = x * 2.0
//   print(f"{top:.3f}")               print(f"{top.item():.3f}")
//
// What shows it can then act behind the graph, or in it (epilogue.h, effect.h). It is offered only if all of that can.
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::epilogue {

[[nodiscard]] Proposal propose_shown_number(Study& study, const rules::Finding& finding);

}  // namespace transforms::epilogue
