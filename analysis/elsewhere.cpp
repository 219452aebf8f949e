#include "analysis/elsewhere.h"

#include "analysis/unused_suppressions.h"

#include <algorithm>

namespace analysis {

namespace {

// Of all beginnings of one code, the last in the order of the map is the longest.
rules::Severity chosen(std::string_view code, rules::Severity otherwise, const Severities& severity) {
    for (const auto& [beginning, wanted] : severity)
        if (code.starts_with(beginning)) otherwise = wanted;
    return otherwise;
}

}  // namespace

void set_severity(rules::Finding& finding, const Severities& severity) {
    finding.severity = chosen(finding.code, finding.severity, severity);
}

Elsewhere elsewhere(rules::Finding there, std::string called, const Severities& severity,
                    syntax::Suppressions& comments) {
    const auto silenced = std::ranges::find_if(
        there.calls, [&](const rules::CallSite& site) { return comment_on(site, there.code, comments) != nullptr; });
    there.calls.erase(silenced, there.calls.end());
    // Which of its ways a library goes is seldom up to the one who calls it.
    const bool is_doubtful = there.reach == rules::Reach::conditional && there.severity == rules::Severity::warning;
    const rules::Severity at_call = is_doubtful ? rules::Severity::hint : there.severity;
    set_severity(there, severity);
    const std::string_view code = there.code;
    return {.there = std::move(there), .at_call = chosen(code, at_call, severity), .called = std::move(called)};
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
