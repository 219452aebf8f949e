// A finding in another file, and how it is told to those who do not look at that file. Used by check and the server.
#pragma once

#include "analysis/rules/finding.h"

#include <map>
#include <string>
#include <vector>

namespace syntax {
class Suppressions;
}

namespace analysis {

using Severities = std::map<std::string, rules::Severity>;  // by codes or beginnings of codes
void set_severity(rules::Finding& finding, const Severities& severity);

// What compiled code of the file analysed leads to. `there.calls` are the calls on the way: the last one in each file,
// nearest first, one in the file analysed among them. They end where a comment silences the finding.
struct Elsewhere {
    rules::Finding there;
    rules::Severity at_call{};  // a hint if a call leads there under conditions only
    std::string called{};       // its function, and what that is given: values/declared/passed.h
};

[[nodiscard]] Elsewhere elsewhere(rules::Finding there, std::string called, const Severities& severity,
                                  syntax::Suppressions& comments);
// The finding as it is told at one of `found.there.calls`.
[[nodiscard]] rules::Finding told_at(const Elsewhere& found, const rules::CallSite& site);

}  // namespace analysis
