// What a person can do about a finding that no edit mends: two sentences at most, about this very code. For propose.h.
#pragma once

#include "analysis/rules/finding.h"
#include "transforms/study.h"

#include <string>

namespace transforms::advice {

[[nodiscard]] std::string advice_of(Study& study, const rules::Finding& finding);
// The same without a look at the code, which is in another file.
[[nodiscard]] std::string advice_of(const rules::Finding& finding);

}  // namespace transforms::advice
