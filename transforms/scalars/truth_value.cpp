#include "transforms/scalars/truth_value.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/condition/predicate.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/findings.h"
#include "transforms/forms.h"
#include "transforms/look_ahead.h"
#include "transforms/metadata/inference.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>

namespace transforms::scalars {

using function::Facts;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::size_t most_callers = 8;

bool joins(Node node) {
    return node.is(Kind::boolean_operator) || node.is(Kind::not_operator) || node.is(Kind::comparison_operator) ||
           node.is(Kind::parenthesized_expression);
}

// All that is returned, if the operand is asked for its truth in it; or none.
Node answer_of(const Facts& facts, Node operand) {
    Node node = operand;
    const Node call = node.parent().is(Kind::argument_list) ? node.parent().parent() : Node{};
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    if (row && (row->role == torch::Role::any || row->role == torch::Role::all)) node = call;
    while (joins(node.parent())) node = node.parent();
    const torch::Row* made = node.is(Kind::call) ? facts.row_of(node) : nullptr;
    const bool decides = joins(node) || (made && (made->role == torch::Role::any || made->role == torch::Role::all ||
                                                  made->role == torch::Role::allclose));
    return decides && node.parent().is(Kind::return_statement) ? node : Node{};
}

// The tensor that the answer can be, as text; or refused.
std::string as_tensor(const Facts& facts, Node answer, proof::Proof& proof) {
    const Node statement = answer.parent();
    metadata::Forms forms(facts, statement, proof);
    const condition::Predicate made = condition::read_predicate(facts, {answer}, statement, forms, proof, true);
    if (proof.refused()) return {};
    if (made.hoisted || !made.before.empty() || !made.moved.empty() || made.questions.front().in_python) {
        proof.refuse("the condition assigns a variable");
        return {};
    }
    std::string text;
    for (const std::string& each : made.fixed) text += each + " and ";
    const condition::Question& asked = made.questions.front();
    const std::string tensor = asked.negated ? "~" + edit::grouped(asked.text) : asked.text;
    return text + (text.empty() ? tensor : edit::grouped(tensor));
}

// The same kind of break, of what the caller asks then.
rules::Finding asked_at(const rules::Finding& finding, Node call) {
    rules::Finding there = finding;
    there.span = call.span();
    there.statement = syntax::statement_of(call).span();
    return there;
}

bool is_mended(Study& ahead, const rules::Finding& finding) {
    const Proposal proposal = propose(ahead, finding);
    return std::ranges::any_of(
        proposal.fixes, [](const Fix& each) { return each.safety != Safety::suggestion && each.form == Form::plain; });
}

// Each caller asks for the truth of the answer, and can ask a tensor for it.
bool can_be_asked(const analysis::Analysis& analysis, const rules::Finding& finding, Node function,
                  const std::vector<edit::Edit>& edits) {
    const std::vector<Node>& calls = analysis.program()->calls().places(function);
    if (calls.empty() || calls.size() > most_callers) return false;
    std::vector<rules::Finding> asked;
    for (const Node call : calls) {
        if (!call.is(Kind::call) || call.tree() != function.tree() || !syntax::tester_of(call)) return false;
        asked.push_back(asked_at(finding, call));
    }
    const auto is_gone = [&](const rules::Finding& each) { return edits.front().span.contains(each.span); };
    const analysis::Analysis after = with_edits(analysis, edits, is_gone, asked);
    Study ahead(after);
    return std::ranges::all_of(asked, [&](const rules::Finding& each) {
        const auto there = std::ranges::find(after.findings(), moved(each.span, edits), &rules::Finding::span);
        return is_mended(ahead, *there);
    });
}

}  // namespace

Proposal propose_truth_value(Study& study, const rules::Finding& finding) {
    const Node operand = operand_of(study.analysis(), finding);
    const Node function = operand ? syntax::function_of(operand) : Node{};
    if (!function.is(Kind::function_definition)) return {};
    const Facts& facts = study.facts(function);
    const Node answer = answer_of(facts, operand);
    if (!answer) return {};
    proof::Proof proof(proof::Answer::assume);
    const std::string text = as_tensor(facts, answer, proof);
    if (proof.refused()) return declined(*proof.unproven());
    std::vector<std::string> assumptions = proof.assumptions();
    std::ranges::replace(assumptions, std::string(speculation::all_fit),
                         "each part of " + edit::quoted(answer) + " can be asked, and has one element");
    const std::vector<edit::Edit> edits{{answer.span(), text}};
    if (!can_be_asked(study.analysis(), finding, function, edits))
        return declined(edit::quoted(answer) + " is a bool for a caller that does more than to choose by it");
    return {.fixes = in_forms({.name = "truth-value",
                               .title = "answer with a tensor",
                               .assumptions = std::move(assumptions),
                               .guards = proof.guards(),
                               .facts = &facts,
                               .statement = answer.parent(),
                               .testable = false},
                              [&](const proof::Guards&) { return std::optional(edits); }),
            .declined = "other callers may tell a bool from a tensor"};
}

}  // namespace transforms::scalars
