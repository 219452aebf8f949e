#include "analysis/values/program.h"
#include "transforms/advice/advice.h"
#include "transforms/epilogue/function_effects.h"
#include "transforms/findings.h"
#include "transforms/forms.h"
#include "transforms/hygiene.h"
#include "transforms/rewrites.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace transforms {

namespace {

constexpr std::string_view no_function_around =
    "a function around what is compiled takes torch.compile as the outermost decorator, or what it is handed by name";
// Proofs walk over the function, once or more for each finding in it: findings times nodes. The largest function of
// transformers has 50,000 of these.
constexpr std::size_t max_looks = 400'000;
constexpr std::string_view too_many_looks = "there are too many findings in so long a function to look into each";

bool is_too_large(const analysis::Analysis& analysis, const rules::Finding& finding) {
    const values::Program* program = analysis.program();
    if (!program || &program->tree().source() != finding.source.get()) return false;
    const syntax::Node function = syntax::function_of(program->tree().at(finding.span));
    const std::size_t nodes = function ? function.end_index() - function.index() : 0;
    return nodes * findings_in(analysis, function).size() > max_looks;
}

constexpr std::string_view takes_runtime = "; to act inside of the graph takes the runtime (`fix --runtime`)";

bool is_applied(const Fix& fix) { return fix.safety != Safety::suggestion && fix.needs.empty(); }

bool has_safe(const Proposal& proposal, bool runtime) {
    return std::ranges::any_of(
        proposal.fixes, [&](const Fix& fix) { return fix.safety == Safety::safe && fix.needs.empty() != runtime; });
}

}  // namespace

// The fixes of all rewrites of the rule, the safest first and otherwise in the order of the table. The first reason for
// a refusal is the one told, else that of the rule, and none when some rewrite offers a safe fix. Where that takes the
// runtime, the reasons of the rewrites behind are beside the point.
Proposal propose(Study& study, const rules::Finding& finding) {
    // What was not seen may be what refutes a proof.
    if (const values::Program* program = study.analysis().program(); program && program->stopped())
        return declined("the analysis of this file stopped before its end: split what is compiled into smaller files");
    if (is_too_large(study.analysis(), finding)) return declined(too_many_looks);
    Proposal all;
    for (const Rewrite& rewrite : rewrites()) {
        if (std::ranges::find(rewrite.rules, finding.code) == rewrite.rules.end()) continue;
        if (rewrite.otherwise && std::ranges::any_of(all.fixes, is_applied)) continue;
        Proposal one = rewrite.propose(study, finding);
        for (Fix& fix : one.fixes) {
            const bool fits = rewrite.moves ? is_narrow(fix.edits) : is_short(fix.edits, *finding.source);
            if (fix.form == Form::plain && !fits) fix.form = Form::guarded;
        }
        keep_meanings(study, one);
        std::ranges::move(one.fixes, std::back_inserter(all.fixes));
        if (!all.declined && !has_safe(all, true)) all.declined = std::move(one.declined);
    }
    if (has_safe(all, true))
        all.declined = all.declined.value_or(std::string(no_function_around)).append(takes_runtime);
    if (!all.declined) all.declined = reason_of(finding.code);
    std::ranges::stable_sort(all.fixes, {}, [](const Fix& fix) { return std::pair(fix.safety, !fix.needs.empty()); });
    if (has_safe(all, false)) all.declined.reset();
    if (std::ranges::none_of(all.fixes, is_applied)) all.advice = advice::advice_of(study, finding);
    return all;
}

Proposal propose(const analysis::Analysis& analysis, const rules::Finding& finding) {
    Study study(analysis);
    return propose(study, finding);
}

std::string advice_of(const rules::Finding& finding) { return advice::advice_of(finding); }

}  // namespace transforms
