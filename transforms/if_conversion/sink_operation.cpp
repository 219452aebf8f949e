#include "transforms/if_conversion/sink_operation.h"

#include "analysis/effects/escape.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/emitted_names.h"
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

bool is_known_number(const Facts& facts, Node value) {
    return value && function::number_of(facts.value(value)).has_value();
}

// `update` of `update * lr`; none of other operations.
Node other_operand(const Facts& facts, Node operation, Node number) {
    if (!operation.is(Kind::binary_operator)) return {};
    const Op op = operator_of(operation);
    const syntax::Binary sides{operation};
    const Node other = sides.left() == number ? sides.right() : sides.left();
    const bool fits = op == Op::mul || op == Op::div || op == Op::add || op == Op::sub;
    return fits && facts.variable(other) && !function::is_number(facts.value(other)) ? other : Node{};
}

// The operation, as it is written around the number.
struct Operation {
    Node node;
    Node other;
    std::string before;
    std::string behind;

    [[nodiscard]] std::string of(Node number) const { return before + std::string(number.text()) + behind; }
};

std::optional<Operation> operation_around(const Facts& facts, Node number) {
    const Node whole = parenthesized(number), node = whole.parent();
    const Node other = other_operand(facts, node, whole);
    if (!other) return std::nullopt;
    const std::string_view text = node.text();
    const std::size_t begin = whole.span().begin - node.span().begin;
    return Operation{.node = node,
                     .other = other,
                     .before = std::string(text.substr(0, begin)),
                     .behind = std::string(text.substr(begin + whole.span().size()))};
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

// Between the statement and the operation nothing is written to and nothing unknown called, so that what the operation
// takes holds the same at both places.
bool only_computes(const Facts& facts, Node statement, Node operation) {
    for (std::uint32_t i = statement.index(); i < operation.index(); ++i) {
        const Node node = statement.tree()->node(i);
        if (syntax::is_within(operation, node)) continue;  // what it is handed to runs behind it
        if (node.is(Kind::augmented_assignment) || is_loop(node)) return false;
        if (is_target(node) && !node.is(Kind::identifier)) return false;
        const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
        if (node.is(Kind::call) && (!row || !(row->traits.pure || row->traits.view))) return false;
    }
    return true;
}

bool is_same(const Facts& facts, Node name, Node here, Node operation) {
    const names::Binding& variable = *facts.variable(name);
    const auto one = facts.definition(variable, here),
               other = facts.definition(variable, syntax::statement_of(operation));
    return one && other && one->value == other->value && facts.must_defined().before(here, variable.text) &&
           only_computes(facts, here, operation);
}

// `rate = 0.1 if r > 0 else 0.01`, where `name` holds what the operation gives.
std::vector<Edit> in_assignment(const Facts& facts, const Predication& at, const Operation& operation,
                                const std::string& name) {
    const auto assignment = syntax::as<syntax::Assignment>(at.statement.first_child());
    if (!assignment || assignment->annotation() || assignment->target().text() != at.targets.front().text ||
        !is_same(facts, operation.other, at.statement, operation.node))
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
            if (!before || !before->statement || !is_known_number(facts, before->value)) return {};
            value = before->value;
            first = before->statement;
        }
        const auto assignment = syntax::as<syntax::Assignment>(value.parent());
        if (!assignment || assignment->annotation() || assignment->target().text() != target.text ||
            !is_same(facts, operation.other, first, operation.node))
            return {};
        edits.push_back({assignment->node.span(), name + " = " + operation.of(value)});
    }
    return edits;
}

// The number is assigned, and read once.
std::vector<Edit> within_statements(const Facts& facts, const Predication& at) {
    const Node read = only_read(facts, *at.targets.front().variable, at.statement);
    const auto operation = read ? operation_around(facts, read) : std::nullopt;
    if (!operation) return {};
    const bool scales = operator_of(operation->node) == Op::mul || operator_of(operation->node) == Op::div;
    const std::string wish = (scales ? "scaled_" : "shifted_") + std::string(operation->other.text());
    const std::string name = edit::unused_name(facts.program().names(), wish);
    const bool is_expression = at.form == Predication::Form::expression;
    std::vector<Edit> edits =
        is_expression ? in_assignment(facts, at, *operation, name) : in_arms(facts, at, *operation, name);
    if (edits.empty()) return {};
    edits.push_back({operation->node.span(), name});
    std::ranges::sort(edits, {}, &Edit::span);
    return edits;
}

// The tests of the safe fix, or more than there ever are.
std::size_t tests_of(const Proposal& proposal) {
    constexpr std::size_t none = 100;
    const auto safe = std::ranges::find(proposal.fixes, Safety::safe, &Fix::safety);
    return safe == proposal.fixes.end() ? none : safe->tests.size();
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
    const auto& values = at->targets.front().values;
    if (!std::ranges::all_of(values, [&](Node each) { return !each || is_known_number(facts, each); })) return {};
    const std::vector<Edit> edits =
        at->targets.front().variable ? within_statements(facts, *at) : within_expression(facts, *at);
    const std::size_t tests = edits.empty() ? 0 : tests_of(propose_where(study, finding));
    if (tests == 0 || !study.may_look_ahead()) return {};
    const analysis::Analysis after = with_edits(study.analysis(), edits, [](const rules::Finding&) { return false; });
    const rules::Finding* there = found_behind(after, finding, edits);
    if (!there || !after.program()->tree().errors().empty()) return {};
    Study ahead(after, study);
    Proposal proposal = propose_where(ahead, *there);
    if (tests_of(proposal) >= tests) return {};
    const std::string_view text = study.analysis().source().text();
    for (Fix& fix : proposal.fixes) fix.edits = edit::composed(text, edits, fix.edits);
    proposal.declined.reset();
    return proposal;
}

}  // namespace transforms::if_conversion
