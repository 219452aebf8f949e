#include "transforms/canonical/canonical.h"

#include "analysis/syntax/tree.h"
#include "transforms/edit/parentheses.h"
#include "transforms/findings.h"
#include "transforms/look_ahead.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace transforms::canonical {

namespace {

constexpr std::array spellings{
    guard_clause,    leaving_link,     plain_arms,    none_first,        skipped_rest,   arm_without_gradients,
    counted_loop,    counted_sum,      exit_read,     branch_read,       exit_by_return, held_place,
    held_read,       held_walrus,      list_arm,      one_value,         only_rows,      rows_of_mask,
    places_of_mask,  moved_selections, selected_rows, all_selected_rows, stored_apart,   called_arm,
    both_conditions, nested_behind,    loop_outside,  statements_apart};

constexpr std::array<std::string_view, 3> of_functions{"one-graph", "dynamo-option", "split-step"};

void speak_of_place(proof::Guards& guards, const StandIn& held) {
    for (proof::Guard& each : guards) {
        for (std::string* text : {&each.subject, &each.part, &each.other, &each.operand})
            *text = edit::renamed(*text, held.name, held.place);
        speak_of_place(each.parts, held);
    }
}

// What the fix makes of the line in front and of the statement; nothing if it does more. The edits are used up.
std::optional<std::string> made_of(const text::Source& between, text::Span span, Fix& fix) {
    if (fix.edits.empty() || fix.edits.front().span.begin < span.begin || fix.edits.back().span.end > span.end)
        return std::nullopt;
    for (edit::Edit& each : fix.edits) each.span = {each.span.begin - span.begin, each.span.end - span.begin};
    return edit::apply(between.text(span), fix.edits);
}

// With the place in it; false if the fix does more.
bool put_back(const text::Source& between, const Spelling& spelling, Fix& fix) {
    const StandIn& held = spelling.stand_in;
    // The line in front and the line behind stay.
    const auto begin = moved({held.statement.begin, held.statement.begin}, {spelling.edits.front()}).begin;
    const auto end =
        static_cast<std::uint32_t>(moved(held.statement, spelling.edits).end - spelling.edits.back().text.size());
    const auto made = made_of(between, {begin, end}, fix);
    if (!made) return false;
    fix.edits = {{held.statement, edit::renamed(*made, held.name, held.place)}};
    for (std::string* text : {&fix.title, &fix.assumes}) *text = edit::renamed(*text, held.name, held.place);
    for (proof::Guards* guards : {&fix.tests, &fix.assumed}) speak_of_place(*guards, held);
    return true;
}

// In the code of a message, which may use the same word.
std::string renamed_in_code(std::string_view message, std::string_view name, std::string_view to) {
    std::string made;
    for (bool is_code = false; !message.empty(); is_code = !is_code) {
        const std::size_t end = std::min(message.find('`'), message.size());
        const std::string part(message.substr(0, end));
        made += is_code ? edit::renamed(part, name, to) : part;
        if (end < message.size()) made += '`';
        message.remove_prefix(std::min(end + 1, message.size()));
    }
    return made;
}

// `y = torch.log(x.mean())` of `number = x.mean()`, `y = torch.log(number)`; false if there is more to it.
bool read_in_place(const text::Source& between, const Spelling& spelling, Fix& fix) {
    const StandIn& held = spelling.stand_in;
    const std::vector<edit::Edit> edits = fix.edits;
    const text::Span span{held.statement.begin, moved(held.statement, spelling.edits).end};
    const auto made = fix.tests.empty() ? made_of(between, span, fix) : std::nullopt;
    fix.edits = edits;
    const std::string assigned = held.name + " = ";
    const auto line = made && made->starts_with(assigned) ? made->find('\n') : std::string::npos;
    const auto rest = line == std::string::npos ? line : made->find_first_not_of(" \t\r\n", line);
    if (rest == std::string::npos) return false;
    const std::string value = made->substr(assigned.size(), made->find_last_not_of("\r\n", line) + 1 - assigned.size());
    const std::string behind = made->substr(rest), marked = edit::renamed(behind, held.name, "\x01");
    const auto at = marked.find('\x01');
    if (at == std::string::npos || marked.find('\x01', at + 1) != std::string::npos ||
        behind.find('\n') != std::string::npos)
        return false;
    const bool is_argument = at > 0 && marked[at - 1] == '(' && (marked[at + 1] == ')' || marked[at + 1] == ',');
    fix.edits = {{held.statement, edit::renamed(behind, held.name, is_argument ? value : edit::grouped(value))}};
    for (std::string* text : {&fix.title, &fix.assumes}) *text = renamed_in_code(*text, held.name, held.place);
    return true;
}

// What breaks in the other spelling alone: what is written in the interim has to be written once more, and a copy has
// to be mended, by the fix or by another one.
class Interim {
  public:
    Interim(Study& ahead, std::vector<rules::Finding> breaks) : ahead_(ahead), breaks_(std::move(breaks)) {}

    [[nodiscard]] bool is_left_by(const Fix& fix) {
        return std::ranges::any_of(breaks_, [&](const rules::Finding& each) {
            return std::ranges::none_of(fix.edits,
                                        [&](const edit::Edit& edit) {
                                            return edit.span.begin < each.span.end && each.span.begin < edit.span.end;
                                        }) &&
                   !is_mended(each);
        });
    }

  private:
    [[nodiscard]] bool is_mended(const rules::Finding& there) {
        const auto [known, is_new] = mended_.try_emplace(there.span.begin);
        if (is_new)
            known->second = std::ranges::any_of(propose(ahead_, there).fixes, [](const Fix& fix) {
                return fix.safety != Safety::suggestion && fix.tests.empty() && fix.form == Form::plain;
            });
        return known->second;
    }

    Study& ahead_;
    std::vector<rules::Finding> breaks_;  // as they stand there
    std::map<std::uint32_t, bool> mended_;
};

// What is about copied code, as it is about the copy.
void add_copy(const analysis::Analysis& analysis, const syntax::Tree& after, const Spelling& spelling, const Copy& copy,
              std::vector<rules::Finding>& all) {
    const edit::Edit& made = spelling.edits[copy.edit];
    const std::uint32_t end = moved(made.span, spelling.edits).end;  // of its text
    const text::Span from = copy.of.span();
    const auto begin = static_cast<std::uint32_t>(end - made.text.size() + copy.at);
    for (const rules::Finding& each : analysis.findings()) {
        if (!stands_in(each, analysis.source()) || !from.contains(each.span)) continue;
        const text::Span there{each.span.begin - from.begin + begin, each.span.end - from.begin + begin};
        all.push_back(asked_of(each, after.at(there)));
    }
}

std::vector<rules::Finding> breaks_between(const analysis::Analysis& analysis, const analysis::Analysis& after,
                                           const Spelling& spelling, const rules::Finding& asked,
                                           const rules::Finding& asked_there) {
    std::vector<rules::Finding> all;
    for (const syntax::Node each : spelling.interim)
        if (const rules::Finding* there = found_behind(after, asked_of(asked, each), spelling.edits))
            all.push_back(*there);
    for (const Copy& each : spelling.copies) add_copy(analysis, after.program()->tree(), spelling, each, all);
    for (rules::Finding& each : all) each.source = asked_there.source;
    return all;
}

// The fix under more assumptions; false if it keeps the code of the other spelling, for where a test fails.
bool assume(const std::vector<std::string>& all, Fix& fix) {
    std::vector<std::string> more;
    std::ranges::copy_if(all, std::back_inserter(more), [&](const std::string& each) {
        return !each.empty() && fix.assumes.find(each) == std::string::npos;
    });
    if (more.empty()) return true;
    if (!fix.tests.empty()) return false;
    const std::string said = fix.assumes.empty() ? "" : " (assumes that " + fix.assumes + ")";
    if (fix.title.ends_with(said)) fix.title.resize(fix.title.size() - said.size());
    if (!fix.assumes.empty()) more.push_back(std::move(fix.assumes));
    fix.assumes = proof::listed(more);
    fix.title += " (assumes that " + fix.assumes + ")";
    fix.safety = Safety::unsafe;
    fix.measurable = false;
    return true;
}

Proposal propose_in(Study& study, const rules::Finding& finding, const Spelling& spelling) {
    const analysis::Analysis& analysis = study.analysis();
    rules::Finding asked = finding;
    if (!spelling.code.empty()) asked.code = spelling.code;
    if (spelling.asked) asked = asked_of(std::move(asked), spelling.asked);
    std::vector<rules::Finding> more{asked};
    for (const syntax::Node each : spelling.interim)
        if (each != spelling.asked) more.push_back(asked_of(asked, each));
    const auto is_gone = [&](const rules::Finding& each) { return each.span == finding.span; };
    const analysis::Analysis after = with_edits(analysis, spelling.edits, is_gone, std::move(more));
    const rules::Finding* there = found_behind(after, asked, spelling.edits);
    if (!there || !after.program()->tree().errors().empty()) return {};
    Study ahead(after, study);
    Proposal proposal = propose(ahead, *there);
    // What concerns a whole function is offered for the program as it stands, if at all. Behind a test that fails, a
    // read that the program does not have would stay.
    Interim interim(ahead, breaks_between(analysis, after, spelling, asked, *there));
    const bool may_not_stay = !spelling.code.empty() || spelling.costs_more;
    std::erase_if(proposal.fixes, [&](const Fix& fix) {
        return fix.safety == Safety::suggestion || interim.is_left_by(fix) || (may_not_stay && !fix.tests.empty()) ||
               std::ranges::find(of_functions, fix.rewrite) != of_functions.end();
    });
    const StandIn& held = spelling.stand_in;
    if (!held.name.empty() && !held.may_stay)
        std::erase_if(proposal.fixes, [&](Fix& fix) { return !put_back(after.source(), spelling, fix); });
    else
        for (Fix& fix : proposal.fixes)
            if (held.name.empty() || !read_in_place(after.source(), spelling, fix))
                fix.edits = edit::composed(analysis.source().text(), spelling.edits, fix.edits);
    if (!spelling.assumes.empty())
        std::erase_if(proposal.fixes, [&](Fix& fix) { return !assume(spelling.assumes, fix); });
    proposal.advice.clear();
    return proposal;
}

}  // namespace

Proposal propose_first_place(Study& study, const rules::Finding& finding) {
    const syntax::Node asked = operand_of(study.analysis(), finding);
    if (!asked) return {};
    const auto spelling = first_place(study.analysis().source(), study.facts(syntax::function_of(asked)), asked);
    return spelling && study.may_look_ahead() ? propose_in(study, finding, *spelling) : Proposal{};
}

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
