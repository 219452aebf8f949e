// The fixes of a finding, alone or as one of many (look_ahead.h).
#pragma once

#include "analysis/analyze.h"
#include "analysis/rules/finding.h"
#include "transforms/look_ahead.h"
#include "transforms/rewrite.h"

namespace transforms {

// Asks the rewrites of the finding's rule; all work on proofs happens here, only where there is a finding.
[[nodiscard]] Proposal propose(const analysis::Analysis& analysis, const rules::Finding& finding);

// What a person can do about a finding whose code is in another file.
[[nodiscard]] std::string advice_of(const rules::Finding& finding);

}  // namespace transforms
