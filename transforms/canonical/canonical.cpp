#include "transforms/canonical/canonical.h"

#include "analysis/syntax/tree.h"
#include "transforms/findings.h"
#include "transforms/look_ahead.h"

#include <array>
#include <utility>

namespace transforms::canonical {

namespace {

constexpr std::array<Respell, 5> spellings{guard_clause, single_targets, none_first, counted_loop, counted_sum};

Proposal propose_in(Study& study, const rules::Finding& finding, const Spelling& spelling) {
    const analysis::Analysis& analysis = study.analysis();
    rules::Finding asked = finding;
    if (!spelling.code.empty()) asked.code = spelling.code;
    const auto is_gone = [&](const rules::Finding& each) { return each.span == finding.span; };
    const analysis::Analysis after = with_edits(analysis, spelling.edits, is_gone, {asked});
    const rules::Finding* there = found_behind(after, asked, spelling.edits);
    if (!there || !after.program()->tree().errors().empty()) return {};
    Study ahead(after, study);
    Proposal proposal = propose(ahead, *there);
    std::erase_if(proposal.fixes, [](const Fix& fix) { return fix.safety == Safety::suggestion; });
    for (Fix& fix : proposal.fixes) fix.edits = edit::composed(analysis.source().text(), spelling.edits, fix.edits);
    proposal.advice.clear();
    return proposal;
}

}  // namespace

Proposal propose_canonical(Study& study, const rules::Finding& finding) {
    const syntax::Node asked = operand_of(study.analysis(), finding);
    if (!asked) return {};
    const function::Facts& facts = study.facts(syntax::function_of(asked));
    for (const Respell respell : spellings) {
        const auto spelling = respell(study.analysis().source(), facts, asked);
        if (!spelling || !study.may_look_ahead()) continue;
        if (Proposal proposal = propose_in(study, finding, *spelling); !proposal.fixes.empty()) return proposal;
    }
    return {};
}

}  // namespace transforms::canonical
