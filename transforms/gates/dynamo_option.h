// What Dynamo takes into the graph when it is told to: `.item()`, `nonzero()`, recurrent modules. An option holds for
// the whole process, so this is a suggestion.
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::gates {

[[nodiscard]] Proposal propose_dynamo_option(Study& study, const rules::Finding& finding);

}  // namespace transforms::gates
