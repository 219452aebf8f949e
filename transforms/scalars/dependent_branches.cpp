#include "transforms/scalars/dependent_branches.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/layout.h"
#include "transforms/if_conversion/write/select.h"
#include "transforms/in_graph/assertion.h"
#include "transforms/in_graph/failing_check.h"

#include <algorithm>
#include <set>

namespace transforms::scalars {

using syntax::Node;

namespace {

if_conversion::Given given_at(const function::Facts& facts, const KeptNumber& kept, Node statement) {
    proof::Proof scratch;
    metadata::Forms forms(facts, statement, scratch);
    if_conversion::Given given{
        .forms = {}, .test = kept.test, .decides = kept.partners.empty() ? kept.tensor : kept.partners.front()};
    for (const KeptName& each : kept.names) {
        operations::Form form = operations::number(each.term);
        form.kept = true;
        given.forms[forms.kept_place(*each.variable).key] = std::move(form);
    }
    for (const Node each : kept.partners) {
        const names::Binding& variable = *facts.variable(each);
        const auto here = facts.definition(variable, statement);
        const auto there = facts.definition(variable, syntax::statement_of(each));
        operations::Form tensor = forms.of_kept(variable, facts.value(each));
        if (!here || !there || here->value != there->value || !tensor.is_tensor()) continue;
        tensor.floating = true;
        given.forms[forms.kept_place(variable).key] = std::move(tensor);
    }
    return given;
}

// Why it stays a branch, if it does.
std::string reason_against(const function::Facts& facts, const if_conversion::Predication& at,
                           const if_conversion::Proven& proven) {
    if (proven.proof.refused()) return *proven.proof.unproven();
    if (at.form == if_conversion::Predication::Form::expression && !proven.predicate.before.empty())
        return "the condition assigns a variable";
    const text::Source& source = facts.function().tree()->source();
    for (const condition::Moved& moved : proven.predicate.moved)
        if (!edit::removable(source, moved.statement)) return "an assignment in front of it shares its line";
    return {};
}

struct ReadBranch {
    std::optional<if_conversion::Predication> at{};
    std::optional<if_conversion::Proven> proven{};
    std::string reason{};  // why it stays a branch
};

ReadBranch read_branch(const function::Facts& facts, const KeptNumber& kept, Node condition, proof::Answer answer,
                       if_conversion::Arms form) {
    proof::Proof reading;
    ReadBranch read{.at = if_conversion::read_predication(facts, condition, reading, form)};
    if (!read.at || reading.refused()) {
        read.reason = reading.unproven().value_or("it is no branch that is known");
        return read;
    }
    read.proven = if_conversion::prove(facts, *read.at, answer, given_at(facts, kept, read.at->asking()));
    read.reason = reason_against(facts, *read.at, *read.proven);
    return read;
}

// `if n == 0: raise ValueError("...")` of a number that is a tensor then. False: it is no such check, or may not be.
bool add_assertion(const function::Facts& facts, const KeptNumber& kept, Node condition, std::set<text::Span>& seen,
                   KeptBranches& made) {
    const Node check = in_graph::check_of(condition);
    if (!check || kept.test) return false;
    const Node statement = in_graph::statement_of_check(check);
    proof::Proof proof(proof::Answer::assume);
    metadata::Forms forms(facts, statement, proof, given_at(facts, kept, statement).forms);
    const auto assertion = in_graph::assertion_of(facts, check, forms, proof);
    if (!assertion || proof.refused()) return false;
    if (!seen.insert(check.span()).second) return true;
    std::ranges::copy(assertion->edits, std::back_inserter(made.edits));
    for (const std::string& each : assertion->assumptions)
        if (std::ranges::find(made.assumptions, each) == made.assumptions.end()) made.assumptions.push_back(each);
    made.doubtful = made.doubtful || assertion->names_values ||
                    in_graph::handled_in(facts.program().tree()).any_of(assertion->kinds);
    return true;
}

}  // namespace

std::optional<std::string> unreadable_but_checked(const function::Facts& facts, Node operand) {
    const Node check = in_graph::check_of(operand);
    const Node body = check ? check.child(syntax::Field::consequence) : Node{};
    const bool raises = check.is(syntax::Kind::assert_statement) ||
                        (body && syntax::last_statement(body).is(syntax::Kind::raise_statement));
    return raises ? std::nullopt : if_conversion::unreadable(facts, operand);
}

KeptBranches rewrite_branches(const function::Facts& facts, const KeptNumber& kept, const std::vector<Node>& conditions,
                              std::string_view torch, proof::Answer answer, bool tested) {
    KeptBranches made;
    std::set<text::Span> seen;
    for (const Node condition : conditions) {
        ReadBranch read = read_branch(facts, kept, condition, answer, if_conversion::Arms::merged);
        if (!read.reason.empty())  // arms that assign a variable twice, say
            if (ReadBranch apart = read_branch(facts, kept, condition, answer, if_conversion::Arms::apart);
                apart.reason.empty())
                read = std::move(apart);
        const bool may_assume = answer == proof::Answer::assume;
        if (!read.reason.empty() && may_assume && add_assertion(facts, kept, condition, seen, made)) continue;
        if (!read.reason.empty()) return {.refused = read.reason};
        const auto& at = read.at;
        if_conversion::Proven& proven = *read.proven;
        if (!seen.insert(at->replaced).second) continue;
        const auto layout =
            edit::indentation(facts.function().tree()->source(), (at->loop ? at->loop : at->statement).span());
        const proof::Guards tests = proven.proof.guards();
        if (!tested) proven.proof.tests_instead({});
        std::ranges::move(
            if_conversion::edits_of(facts, *at, proven, {.torch = torch, .indentation = layout.value_or("")}),
            std::back_inserter(made.edits));
        std::ranges::copy(proven.proof.assumptions(), std::back_inserter(made.assumptions));
        std::ranges::copy(tests, std::back_inserter(made.tests));
    }
    std::ranges::sort(made.edits, {}, &edit::Edit::span);
    for (std::size_t i = 1; i < made.edits.size(); ++i)
        if (made.edits[i - 1].span.overlaps(made.edits[i].span))
            return {.refused = "one branch on it is inside of another"};
    return made;
}

}  // namespace transforms::scalars
