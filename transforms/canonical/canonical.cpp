#include "transforms/canonical/canonical.h"

#include "analysis/syntax/tree.h"
#include "transforms/edit/parentheses.h"
#include "transforms/findings.h"
#include "transforms/look_ahead.h"

#include <array>
#include <utility>

namespace transforms::canonical {

namespace {

constexpr std::array<Respell, 6> spellings{guard_clause, plain_arms, none_first, counted_loop, counted_sum, held_place};

// What the fix makes of the statement, with the place in it; false if it does more.
bool put_back(const text::Source& between, const Spelling& spelling, Fix& fix) {
    const StandIn& held = spelling.stand_in;
    // The line in front and the line behind stay.
    const auto begin = moved({held.statement.begin, held.statement.begin}, {spelling.edits.front()}).begin;
    const auto end =
        static_cast<std::uint32_t>(moved(held.statement, spelling.edits).end - spelling.edits.back().text.size());
    if (fix.edits.empty() || fix.edits.front().span.begin < begin || fix.edits.back().span.end > end) return false;
    for (edit::Edit& each : fix.edits) each.span = {each.span.begin - begin, each.span.end - begin};
    const std::string made = edit::apply(between.text({begin, end}), fix.edits);
    fix.edits = {{held.statement, edit::renamed(made, held.name, held.place)}};
    fix.title = edit::renamed(fix.title, held.name, held.place);
    fix.assumes = edit::renamed(fix.assumes, held.name, held.place);
    return true;
}

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
    if (!spelling.stand_in.name.empty())
        std::erase_if(proposal.fixes, [&](Fix& fix) { return !put_back(after.source(), spelling, fix); });
    else
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
