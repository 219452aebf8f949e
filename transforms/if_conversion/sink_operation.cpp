#include "transforms/if_conversion/sink_operation.h"

#include "analysis/effects/escape.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/findings.h"
#include "transforms/if_conversion/if_conversion.h"
#include "transforms/if_conversion/read/branch.h"
#include "transforms/look_ahead.h"

#include <algorithm>

namespace transforms::if_conversion {

using edit::Edit;
using function::Facts;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// A number, or the name of something that is not assigned on its way: `torch.relu`, `self.large`.
bool can_be_moved(const Facts& facts, Node value) {
    if (function::number_of(facts.value(value))) return true;
    return (value.is(Kind::attribute) || value.is(Kind::identifier)) && !facts.variable(value);
}

// An operation that takes what is chosen, as it is written around it: `update * rate`, `act(z)`, `heads[i]`.
struct Operation {
    Node node;
    std::vector<Node> others;  // the names that it takes besides
    std::string before;
    std::string behind;
    std::string name;  // for what it gives

    [[nodiscard]] std::string of(Node chosen) const { return before + std::string(chosen.text()) + behind; }
};

// `scaled_update` of `update * lr`; none of other operations.
std::string name_of_product(const Facts& facts, Node operation, Node number) {
    if (!operation.is(Kind::binary_operator)) return {};
    const Op op = operator_of(operation);
    const syntax::Binary sides{operation};
    const Node other = sides.left() == number ? sides.right() : sides.left();
    const bool scales = op == Op::mul || op == Op::div, fits = scales || op == Op::add || op == Op::sub;
    if (!fits || !facts.variable(other) || function::is_number(facts.value(other))) return {};
    return (scales ? "scaled_" : "shifted_") + std::string(other.text());
}

// `act_output` of `act(z)`, `picked_heads` of `heads[i]`
std::string name_of_use(const Facts& facts, Node operation, Node chosen) {
    const auto call = syntax::as<syntax::Call>(operation);
    if (call && call->function() == chosen) return std::string(chosen.text()) + "_output";
    const auto subscript = syntax::as<syntax::Subscript>(operation);
    const bool picks = subscript && facts.variable(subscript->object()) && subscript->object() != chosen &&
                       subscript->indices().size() == 1;
    return picks ? "picked_" + std::string(subscript->object().text()) : "";
}

std::optional<Operation> operation_around(const Facts& facts, Node chosen) {
    const Node whole = parenthesized(chosen), node = whole.parent();
    std::string name = name_of_product(facts, node, whole);
    if (name.empty() && whole == chosen && chosen.is(Kind::identifier)) name = name_of_use(facts, node, chosen);
    if (name.empty()) return std::nullopt;
    std::vector<Node> others;
    for (const Node each : subtree(node))
        if (each != chosen && facts.variable(each)) others.push_back(each);
    const std::string_view text = node.text();
    const std::size_t begin = whole.span().begin - node.span().begin;
    return Operation{.node = node,
                     .others = std::move(others),
                     .before = std::string(text.substr(0, begin)),
                     .behind = std::string(text.substr(begin + whole.span().size())),
                     .name = std::move(name)};
}

// `logits * (0.5 if top > 2 else 1.0)` -> `(logits * 0.5 if top > 2 else logits * 1.0)`
std::vector<Edit> within_expression(const Facts& facts, const Predication& at) {
    const Node conditional = at.conditions.front().parent();
    const auto operation = operation_around(facts, conditional);
    if (!operation) return {};
    std::vector<Edit> edits{{{operation->node.span().begin, conditional.span().begin}, "("}};
    for (const Node value : at.targets.front().values) edits.push_back({value.span(), operation->of(value)});
    edits.push_back({{conditional.span().end, operation->node.span().end}, ")"});
    return edits;
}

// The only place that reads the variable, behind the branch and in its block.
Node only_read(const Facts& facts, const names::Binding& variable, Node statement) {
    Node read;
    for (const Node use : facts.uses_of(variable)) {
        if (effects::binds(variable, use)) continue;
        if (read) return {};
        read = use;
    }
    const Node there = read ? syntax::statement_of(read) : Node{};
    return there && there.parent() == statement.parent() && there.index() > statement.index() ? read : Node{};
}

bool leaves(Node node) {
    return node.is(Kind::return_statement) || node.is(Kind::raise_statement) || node.is(Kind::break_statement) ||
           node.is(Kind::continue_statement) || node.is(Kind::assert_statement) || node.is(Kind::yield);
}

// Between the statement and the operation nothing is written to and nothing unknown called, so that what the operation
// takes holds the same at both places; and whoever comes to the one comes to the other.
bool only_computes(const Facts& facts, Node statement, Node operation) {
    for (std::uint32_t i = statement.index(); i < operation.index(); ++i) {
        const Node node = statement.tree()->node(i);
        if (syntax::is_within(operation, node)) continue;  // what it is handed to runs behind it
        if (node.is(Kind::augmented_assignment) || is_loop(node) || leaves(node)) return false;
        if (is_target(node) && !node.is(Kind::identifier)) return false;
        const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
        if (node.is(Kind::call) && (!row || !(row->traits.pure || row->traits.view))) return false;
    }
    return true;
}

bool is_same(const Facts& facts, const Operation& operation, Node here) {
    const Node there = syntax::statement_of(operation.node);
    return only_computes(facts, here, operation.node) && std::ranges::all_of(operation.others, [&](Node name) {
               const names::Binding& variable = *facts.variable(name);
               return facts.holds_the_same(variable, here, there) && facts.must_defined().before(here, variable.text);
           });
}

// `rate = 0.1 if r > 0 else 0.01`, where `name` holds what the operation gives.
std::vector<Edit> in_assignment(const Facts& facts, const Predication& at, const Operation& operation,
                                const std::string& name) {
    const auto assignment = syntax::as<syntax::Assignment>(at.statement.first_child());
    if (!assignment || assignment->annotation() || assignment->target().text() != at.targets.front().text ||
        !is_same(facts, operation, at.statement))
        return {};
    std::vector<Edit> edits{{assignment->target().span(), name}};
    for (const Node value : at.targets.front().values) edits.push_back({value.span(), operation.of(value)});
    return edits;
}

// What arms assign, or what stands in front of them.
std::vector<Edit> in_arms(const Facts& facts, const Predication& at, const Operation& operation,
                          const std::string& name) {
    const Target& target = at.targets.front();
    std::vector<Edit> edits;
    for (Node value : target.values) {
        Node first = at.statement;
        if (!value) {
            const auto before = facts.definition(*target.variable, at.statement);
            const bool is_beside = before && before->statement && before->statement.parent() == at.statement.parent();
            if (!is_beside || !can_be_moved(facts, before->value)) return {};
            value = before->value;
            first = before->statement;
        }
        const auto assignment = syntax::as<syntax::Assignment>(value.parent());
        if (!assignment || assignment->annotation() || assignment->target().text() != target.text ||
            !is_same(facts, operation, first))
            return {};
        edits.push_back({assignment->node.span(), name + " = " + operation.of(value)});
    }
    return edits;
}

// The assignment of what arms leave as it is, in front of them; the statement with the arms where each assigns.
Node first_assignment(const Facts& facts, const Predication& at) {
    const Target& target = at.targets.front();
    if (std::ranges::all_of(target.values, [](Node value) { return static_cast<bool>(value); })) return at.statement;
    const auto before = facts.definition(*target.variable, at.statement);
    return before && before->statement ? before->statement : at.statement;
}

// What gets the result, `y` of `y = act(z)`, if nothing asks for it in between. Where `first` stands in front of the
// arms, the operations of these ask for what it overwrites.
Node receiver_of(const Facts& facts, const Predication& at, Node first, const Operation& operation) {
    const auto assignment = syntax::as<syntax::Assignment>(operation.node.parent());
    const bool fits = assignment && !assignment->annotation() && assignment->value() == operation.node &&
                      assignment->target().is(Kind::identifier) &&
                      assignment->node.parent().is(Kind::expression_statement);
    const names::Binding* variable = fits ? facts.variable(assignment->target()) : nullptr;
    if (!variable) return {};
    const auto is_between = [&](Node use) {
        return use.index() >= first.index() && use.index() < assignment->node.index();
    };
    const auto is_taken = [&](Node name) { return facts.variable(name) == variable; };
    if (first != at.statement && std::ranges::any_of(operation.others, is_taken)) return {};
    return std::ranges::none_of(facts.uses_of(*variable), is_between) ? assignment->target() : Node{};
}

// What is chosen is assigned, and read once.
std::vector<Edit> within_statements(const text::Source& source, const Facts& facts, const Predication& at) {
    const Node read = only_read(facts, *at.targets.front().variable, at.statement);
    const auto operation = read ? operation_around(facts, read) : std::nullopt;
    if (!operation) return {};
    const Node receiver = receiver_of(facts, at, first_assignment(facts, at), *operation);
    const auto line = receiver ? edit::whole_line(source, syntax::statement_of(receiver)) : std::nullopt;
    const std::string name =
        line ? std::string(receiver.text()) : edit::unused_name(facts.program().names(), operation->name);
    const bool is_expression = at.form == Predication::Form::expression;
    std::vector<Edit> edits =
        is_expression ? in_assignment(facts, at, *operation, name) : in_arms(facts, at, *operation, name);
    if (edits.empty()) return {};
    edits.push_back(line ? Edit{*line, ""} : Edit{operation->node.span(), name});
    std::ranges::sort(edits, {}, &Edit::span);
    return edits;
}

// The tests of the safe fix, or more than there ever are.
std::size_t tests_of(const Proposal& proposal) {
    constexpr std::size_t none = 100;
    const auto safe = std::ranges::find(proposal.fixes, Safety::safe, &Fix::safety);
    return safe == proposal.fixes.end() ? none : safe->tests.size();
}

bool is_better(const Proposal& sunk, const Proposal& direct) {
    const auto is_applied = [](const Fix& fix) { return fix.safety != Safety::suggestion; };
    if (std::ranges::none_of(direct.fixes, is_applied)) return std::ranges::any_of(sunk.fixes, is_applied);
    return tests_of(sunk) < tests_of(direct);
}

}  // namespace

Proposal propose_sink_operation(Study& study, const rules::Finding& finding) {
    const Node operand = operand_of(study.analysis(), finding);
    if (!operand) return {};
    const Facts& facts = study.facts(syntax::function_of(operand));
    proof::Proof reading;
    const auto at = read_predication(facts, operand, reading);
    const bool fits = at && !reading.refused() && at->targets.size() == 1 &&
                      (at->form == Predication::Form::branch || at->form == Predication::Form::expression);
    if (!fits) return {};
    const Target& target = at->targets.front();
    if (!std::ranges::all_of(target.values, [&](Node each) { return !each || can_be_moved(facts, each); })) return {};
    const std::vector<Edit> edits =
        target.variable ? within_statements(study.analysis().source(), facts, *at) : within_expression(facts, *at);
    if (edits.empty()) return {};
    const Proposal direct = propose_where(study, finding);
    if (tests_of(direct) == 0 || !study.may_look_ahead()) return {};
    const analysis::Analysis after = with_edits(study.analysis(), edits, [](const rules::Finding&) { return false; });
    const rules::Finding* there = found_behind(after, finding, edits);
    if (!there || !after.program()->tree().errors().empty()) return {};
    Study ahead(after, study);
    Proposal proposal = propose_where(ahead, *there);
    if (!is_better(proposal, direct)) return {};
    const std::string_view text = study.analysis().source().text();
    for (Fix& fix : proposal.fixes) fix.edits = edit::composed(text, edits, fix.edits);
    proposal.declined.reset();
    return proposal;
}

}  // namespace transforms::if_conversion
