#include "transforms/scalars/truth_value.h"

#include "analysis/effects/accumulator.h"
#include "analysis/effects/escape.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/predicate.h"
#include "transforms/condition/scalar_reads.h"
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

bool joins(Node node) {
    return node.is(Kind::boolean_operator) || node.is(Kind::not_operator) || node.is(Kind::comparison_operator) ||
           node.is(Kind::parenthesized_expression);
}

// A question whose answer is returned, or held by a variable of which nothing but the truth is asked for.
struct Answer {
    Node value;                                // all that is returned, or assigned
    const names::Binding* variable = nullptr;  // none of what is returned
    Node joined{};                             // `found` of `found = found or bool(t)`

    [[nodiscard]] Node statement() const { return syntax::statement_of(value); }
};

bool asks_of_all(const Facts& facts, Node node) {
    const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
    return row && (row->role == torch::Role::any || row->role == torch::Role::all);
}

bool reads_truth(const Facts& facts, Node node, Node statement) {
    return node.is(Kind::call) && condition::truth_read(facts, node, statement) &&
           !condition::number_read(facts, node, statement);
}

// The variable is assigned once, or joins what it was before; all else that is done with it is to ask for its truth.
bool only_asked(const Facts& facts, const names::Binding& variable, bool joins) {
    if (joins) return effects::is_truth_accumulator(facts, variable);
    const auto is_asked = [&](Node use) { return effects::binds(variable, use) || syntax::tester_of(use); };
    return variable.is_bound_once() && !variable.captured && std::ranges::all_of(facts.uses_of(variable), is_asked);
}

std::optional<Answer> assigned_answer(const Facts& facts, Node value) {
    const auto assignment = syntax::as<syntax::Assignment>(value.parent());
    const names::Binding* variable = assignment ? facts.variable(assignment->target()) : nullptr;
    if (!variable || assignment->value() != value || assignment->annotation()) return std::nullopt;
    Node joined;
    for (const Node each : value.children())
        if (value.is(Kind::boolean_operator) && facts.variable(each) == variable) joined = each;
    if (!only_asked(facts, *variable, static_cast<bool>(joined))) return std::nullopt;
    return Answer{.value = value, .variable = variable, .joined = joined};
}

// What the operand is asked for its truth in.
std::optional<Answer> answer_of(const Facts& facts, Node operand) {
    Node node = operand;
    const Node call = node.parent().is(Kind::argument_list) ? node.parent().parent() : Node{};
    if (call && asks_of_all(facts, call)) node = call;
    const Node statement = syntax::statement_of(node);
    if (call && reads_truth(facts, call, statement)) node = call;
    while (joins(node.parent())) node = node.parent();
    const torch::Row* made = node.is(Kind::call) ? facts.row_of(node) : nullptr;
    const bool decides = joins(node) || asks_of_all(facts, node) || (made && made->role == torch::Role::allclose);
    if (!decides && !reads_truth(facts, node, statement)) return std::nullopt;
    return node.parent().is(Kind::return_statement) ? Answer{.value = node} : assigned_answer(facts, node);
}

// The tensor that the answer can be, as text; or refused.
std::string as_tensor(const Facts& facts, Node answer, Node statement, metadata::Forms& forms, proof::Proof& proof) {
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

// `(x[i] > 2).any()` of `found = found or (x[i] > 2).any()` can be asked for where the program does not: all of it.
void check_asked(const Facts& facts, Node asked, Node statement, speculation::Speculation& speculation) {
    if (asked.is(Kind::boolean_operator) || asked.is(Kind::not_operator) || asked.is(Kind::parenthesized_expression)) {
        for (const Node each : asked.children()) check_asked(facts, each, statement, speculation);
        return;
    }
    const Node read = reads_truth(facts, asked, statement) ? condition::truth_read(facts, asked, statement) : Node{};
    if (read) return speculation.check(read);
    if (condition::is_harmless(facts, asked, statement)) return;
    speculation.check(asked);
}

// `found | t`, where t may be asked for although the program does not.
std::string as_joined(const Facts& facts, const Answer& answer, metadata::Forms& forms, proof::Proof& proof) {
    const Node statement = answer.statement();
    const Node first = answer.value.first_child(), other = first == answer.joined ? first.next_sibling() : first;
    speculation::Speculation speculation(facts, statement, forms, proof);
    speculation.may_trust(true);
    if (other != first) check_asked(facts, other, statement, speculation);
    const std::string text = as_tensor(facts, other, statement, forms, proof);
    const std::string_view op = answer.value.op() == syntax::Op::logical_and ? " & " : " | ";
    return std::string(answer.joined.text()).append(op).append(edit::grouped(text));
}

// Those who ask for the truth of the answer: the callers, or what follows in the function.
std::vector<Node> askers_of(const Facts& facts, const Answer& answer) {
    if (!answer.variable) return facts.program().calls().places(facts.function());
    std::vector<Node> askers;
    for (const Node use : facts.uses_of(*answer.variable))
        if (!effects::binds(*answer.variable, use) && use != answer.joined) askers.push_back(use);
    return askers;
}

// All of them can ask a tensor for it.
bool can_be_asked(Study& study, const rules::Finding& finding, const Facts& facts, const Answer& answer,
                  const std::vector<edit::Edit>& edits) {
    const std::vector<Node> askers = askers_of(facts, answer);
    const auto is_question = [&](Node each) {
        const bool gets_it = answer.variable || each.is(Kind::call) || each.is(Kind::attribute);  // of a property
        return gets_it && each.tree() == facts.function().tree() && syntax::tester_of(each);
    };
    return !askers.empty() && std::ranges::all_of(askers, is_question) &&
           can_ask_tensor(study, finding, askers, edits, answer.variable ? Mended::always : Mended::without_gradients);
}

}  // namespace

Proposal propose_truth_value(Study& study, const rules::Finding& finding) {
    const Node operand = operand_of(study.analysis(), finding);
    const Node function = operand ? syntax::function_of(operand) : Node{};
    if (!function.is(Kind::function_definition)) return {};
    const Facts& facts = study.facts(function);
    const auto answer = answer_of(facts, operand);
    if (!answer) return {};
    proof::Proof proof(proof::Answer::assume);
    metadata::Forms forms(facts, answer->statement(), proof);
    const std::string text = answer->joined ? as_joined(facts, *answer, forms, proof)
                                            : as_tensor(facts, answer->value, answer->statement(), forms, proof);
    if (proof.refused()) return declined(*proof.unproven());
    const std::string quoted = edit::quoted(answer->value);
    std::vector<std::string> assumptions = proof.assumptions();
    std::ranges::replace(assumptions, std::string(speculation::all_fit),
                         "each part of " + quoted + " can be asked, and has one element");
    if (!answer->variable && reads_truth(facts, answer->value, answer->statement()))
        assumptions.emplace_back("other callers take a tensor for the bool");
    const std::vector<edit::Edit> edits{{answer->value.span(), text}};
    if (!can_be_asked(study, finding, facts, *answer, edits))
        return declined(quoted + " is a bool for " + (answer->variable ? "what follows" : "a caller") +
                        " that does more than to choose by it");
    return {.fixes = in_forms({.name = "truth-value",
                               .title = "answer with a tensor",
                               .assumptions = std::move(assumptions),
                               .guards = proof.guards(),
                               .facts = &facts,
                               .statement = answer->statement(),
                               .testable = false},
                              [&](const proof::Guards&) { return std::optional(edits); }),
            .declined = "other callers may tell a bool from a tensor"};
}

}  // namespace transforms::scalars
