#include "analysis/rules/all.h"

namespace rules {

// Found where comments are applied (analyze.cpp), when everything else is known.
const Rule unused_suppression{
    .code = "GM801",
    .name = "unused-suppression",
    .summary = "a comment silences a finding that is not there",
    .outcome = std::nullopt,
    .severity = Severity::hint,
};

}  // namespace rules
