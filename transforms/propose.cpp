#include "transforms/fix.h"
#include "transforms/rewrites.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace transforms {

// The fixes of all rewrites of the rule, the safest first and otherwise in the order of the table. The first reason for
// a refusal is the one told, else that of the rule, and none when some rewrite offers a safe fix.
Proposal propose(const analysis::Analysis& analysis, const rules::Finding& finding) {
    Proposal all;
    for (const Rewrite& rewrite : rewrites()) {
        if (std::ranges::find(rewrite.rules, finding.code) == rewrite.rules.end()) continue;
        if (rewrite.otherwise && !all.fixes.empty()) continue;
        Proposal one = rewrite.propose(analysis, finding);
        std::ranges::move(one.fixes, std::back_inserter(all.fixes));
        if (!all.declined) all.declined = std::move(one.declined);
    }
    if (!all.declined) all.declined = reason_of(finding.code);
    std::ranges::stable_sort(all.fixes, {}, [](const Fix& fix) { return std::pair(fix.safety, !fix.needs.empty()); });
    const bool is_safe =
        std::ranges::any_of(all.fixes, [](const Fix& fix) { return fix.safety == Safety::safe && fix.needs.empty(); });
    if (is_safe) all.declined.reset();
    return all;
}

}  // namespace transforms
