// A list of numbers that a function only hands on:
//
//     {"joints": errors.mean(0).tolist()}    ->    {"joints": list(errors.mean(0).detach())}
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::scalars {

[[nodiscard]] Proposal propose_kept_list(Study& study, const rules::Finding& finding);

}  // namespace transforms::scalars
