#include "analysis/values/program.h"
#include "transforms/fix.h"
#include "transforms/meaning.h"
#include "transforms/rewrites.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace transforms {

namespace {

constexpr std::string_view no_function_around =
    "a function around what is compiled takes torch.compile as the outermost decorator, or what it is handed by name";
constexpr std::string_view takes_runtime = "; to act inside of the graph takes the runtime (`fix --runtime`)";

bool has_safe(const Proposal& proposal, bool runtime) {
    return std::ranges::any_of(
        proposal.fixes, [&](const Fix& fix) { return fix.safety == Safety::safe && fix.needs.empty() != runtime; });
}

}  // namespace

// The fixes of all rewrites of the rule, the safest first and otherwise in the order of the table. The first reason for
// a refusal is the one told, else that of the rule, and none when some rewrite offers a safe fix. Where that takes the
// runtime, the reasons of the rewrites behind are beside the point.
Proposal propose(const analysis::Analysis& analysis, const rules::Finding& finding) {
    // What was not seen may be what refutes a proof.
    if (const values::Program* program = analysis.program(); program && program->stopped())
        return declined("the analysis of this file stopped before its end: split what is compiled into smaller files");
    Proposal all;
    for (const Rewrite& rewrite : rewrites()) {
        if (std::ranges::find(rewrite.rules, finding.code) == rewrite.rules.end()) continue;
        if (rewrite.otherwise && !all.fixes.empty()) continue;
        Proposal one = rewrite.propose(analysis, finding);
        keep_meanings(analysis, one);
        std::ranges::move(one.fixes, std::back_inserter(all.fixes));
        if (!all.declined && !has_safe(all, true)) all.declined = std::move(one.declined);
    }
    if (has_safe(all, true))
        all.declined = all.declined.value_or(std::string(no_function_around)).append(takes_runtime);
    if (!all.declined) all.declined = reason_of(finding.code);
    std::ranges::stable_sort(all.fixes, {}, [](const Fix& fix) { return std::pair(fix.safety, !fix.needs.empty()); });
    if (has_safe(all, false)) all.declined.reset();
    return all;
}

}  // namespace transforms
