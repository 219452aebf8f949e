#include "analysis/elsewhere.h"

#include "analysis/unused_suppressions.h"

#include <algorithm>

namespace analysis {

// Of all beginnings of one code, the last in the order of the map is the longest.
void set_severity(rules::Finding& finding, const Severities& severity) {
    for (const auto& [code, chosen] : severity)
        if (finding.code.starts_with(code)) finding.severity = chosen;
}

Elsewhere elsewhere(rules::Finding there, const Severities& severity, syntax::Suppressions& comments) {
    const auto silenced = std::ranges::find_if(
        there.calls, [&](const rules::CallSite& site) { return comment_on(site, there.code, comments) != nullptr; });
    there.calls.erase(silenced, there.calls.end());
    rules::Finding at_call = there;
    // Which of its ways a library goes is seldom up to the one who calls it.
    if (there.reach == rules::Reach::conditional && there.severity == rules::Severity::warning)
        at_call.severity = rules::Severity::hint;
    set_severity(there, severity);
    set_severity(at_call, severity);
    return {.there = std::move(there), .at_call = at_call.severity};
}

rules::Finding told_at(const Elsewhere& found, const rules::CallSite& site) {
    rules::Finding told = found.there;
    const bool breaks = told.outcome != rules::Outcome::late && told.outcome != rules::Outcome::recompile;
    told.message = (breaks ? "leads to a graph break in `" : "leads to `") + told.function + "`: " + told.message;
    told.severity = found.at_call;
    told.source = site.source;
    told.span = site.span;
    told.statement = site.statement;
    told.function = site.function;
    told.calls = {site};
    return told;
}

}  // namespace analysis
