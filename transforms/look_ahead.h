// What all rewrites together make of a finding, for a rewrite that looks ahead: what could be done with its own result.
// The only call from below to the table of rewrites, defined in propose.cpp.
#pragma once

#include "analysis/rules/finding.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms {

[[nodiscard]] Proposal propose(Study& study, const rules::Finding& finding);

}  // namespace transforms
