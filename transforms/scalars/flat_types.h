// `isinstance()` of types in a tuple within a tuple, which Dynamo does not take apart:
//
//     isinstance(by, (str, NUMBERS))        ->   isinstance(by, (str, *NUMBERS))
//     isinstance(by, (str, (int, float)))   ->   isinstance(by, (str, int, float))
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::scalars {

[[nodiscard]] Proposal propose_flat_types(Study& study, const rules::Finding& finding);

}  // namespace transforms::scalars
