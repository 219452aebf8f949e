#include "transforms/masks/selection.h"

#include "analysis/effects/escape.h"
#include "analysis/function/argument.h"
#include "analysis/function/literals.h"
#include "analysis/operations/cast.h"
#include "analysis/operations/loss.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/masks/mask_guards.h"
#include "transforms/metadata/inference.h"

#include <algorithm>

namespace transforms::masks {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr std::string_view just_these =
    "the data decides how many elements there are, and what follows needs just these";

// The variable holds what this statement assigns, and that alone: `diff = x[m] - y[m]`.
Node assigned_to(const Facts& facts, Node name) {
    const names::Binding* variable = facts.variable(name);
    if (!variable || variable->captured || syntax::is_target(name)) return {};
    const auto made = facts.definition(*variable, syntax::statement_of(name));
    const auto assignment = syntax::as<syntax::Assignment>(made && made->statement ? made->value.parent() : Node{});
    const bool is_plain = assignment && assignment->value() == made->value && assignment->target().is(Kind::identifier);
    return is_plain && assignment->node.parent().is(Kind::expression_statement) ? made->value : Node{};
}

bool reads_under_mask(const Facts& facts, Node expression) {
    return std::ranges::any_of(subtree(expression), [&](Node node) {
        const auto is_mask = [&](Node index) { return facts.value(index).dtype == torch::Dtype::boolean; };
        return node.is(Kind::subscript) && std::ranges::any_of(syntax::Subscript{node}.indices(), is_mask);
    });
}

}  // namespace

std::optional<operations::Arithmetic> arithmetic_in(const Facts& facts, Node operation) {
    if (operation.is(Kind::call)) {
        const torch::Row* row = facts.row_of(operation);
        const Node given = syntax::Call{operation}.arguments().first_child(),
                   object = function::receiver_of(facts, operation);
        const Node exponent = object || !given ? given : given.next_sibling();
        if (row && row->role == torch::Role::power && exponent)
            return operations::Arithmetic{.left = object ? object : given, .op = Op::pow, .right = exponent};
        return operations::arithmetic_of(operation, row);
    }
    if (!operation.is(Kind::binary_operator)) return std::nullopt;
    return operations::Arithmetic{.left = operation.child(Field::left),
                                  .op = syntax::operator_of(operation),
                                  .right = operation.child(Field::right)};
}

Selection::Selection(const Facts& facts, const MaskedPlace& read, proof::Proof& proof)
    : facts_(facts), proof_(proof), mask_(read.mask) {
    if (sort_of(read.place) == Sort::elements) climb(read.place);
    check_names();
    if (ends_.empty()) refuse();
    const auto is_first = [](Node one, Node other) { return one.index() < other.index(); };
    std::ranges::sort(reads_, is_first), std::ranges::sort(named_, is_first);
    std::ranges::sort(ends_, is_first, &End::call);
}

void Selection::refuse() { proof_.refuse(std::string(just_these)); }

const End* Selection::end_at(Node call) const {
    const auto found = std::ranges::find(ends_, call, &End::call);
    return found == ends_.end() ? nullptr : &*found;
}

bool Selection::is_read(Node node) const { return std::ranges::find(reads_, node) != reads_.end(); }

Node Selection::value_of(Node name) {
    const Node value = name.is(Kind::identifier) ? assigned_to(facts_, name) : Node{};
    return value && has(value) ? value : Node{};
}

Selection::Sort Selection::sort_of(Node expression) {
    const auto [known, is_new] = sorts_.try_emplace(expression, Sort::other);
    if (!is_new) return known->second;
    const Sort sort = find_sort(expression);
    return sorts_[expression] = sort;
}

Selection::Sort Selection::find_sort(Node node) {
    if (find_end(node)) return Sort::single;
    switch (node.kind()) {
        case Kind::parenthesized_expression:
        case Kind::unary_operator: return sort_of(node.first_child());
        case Kind::comparison_operator:
        case Kind::binary_operator: return sort_of_operator(node);
        case Kind::call: return sort_of_call(node);
        case Kind::subscript: return sort_of_subscript(node);
        case Kind::identifier:
            if (const Node value = assigned_to(facts_, node); value && sort_of(value) == Sort::elements)
                return Sort::elements;
            return sort_of_other(node);
        default: return sort_of_other(node);
    }
}

// What is done with elements under the mask is done with the numbers beside them, one by one.
Selection::Sort Selection::sort_of_all(const std::vector<Node>& operands) {
    Sort all = Sort::single;
    for (const Node each : operands) {
        const Sort sort = sort_of(each);
        if (sort == Sort::other) return sort;
        if (sort == Sort::elements) all = sort;
    }
    return all;
}

Selection::Sort Selection::sort_of_operator(Node node) {
    const Sort all = sort_of_all(function::operands_of(facts_, node));
    if (all != Sort::elements) return all;
    if (node.is(Kind::comparison_operator)) {
        const Node right = node.first_child().next_sibling();
        return syntax::compares(right.op()) && !right.next_sibling() ? all : Sort::other;
    }
    const Op op = syntax::operator_of(node);
    const auto by = function::number_of(facts_.value(node.child(Field::right)));
    const bool may_raise = (op == Op::floor_div || op == Op::mod) && by.value_or(0) == 0;
    return op == Op::matmul || may_raise ? Sort::other : all;
}

Selection::Sort Selection::sort_of_call(Node call) {
    const torch::Row* row = facts_.row_of(call);
    if (!row) return sort_of_other(call);
    if (const auto loss = operations::loss_of(facts_, call))
        return loss->whole ? sort_of_all({loss->of, loss->against}) : sort_of_other(call);
    const std::vector<Node> operands = function::operands_of(facts_, call);
    const auto cast = effects::casts(*row) ? operations::cast_of(facts_, call) : std::nullopt;
    if (cast && !cast->like && !cast->moves && sort_of(cast->of) == Sort::elements) return Sort::elements;
    const bool stays = row->traits.cuts && row->shape == torch::Shape::same && operands.size() == 1;  // detach()
    const bool is_elementwise = stays || (row->traits.pure && row->traits.pointwise && row->traits.total);
    const bool may_be_dim = row->shape == torch::Shape::reduce && std::ranges::any_of(operands, [&](Node each) {
                                return !facts_.value(each).is_tensor() && sort_of(each) != Sort::elements;
                            });
    const Sort all = is_elementwise && !may_be_dim ? sort_of_all(operands) : Sort::other;
    return all == Sort::elements ? all : sort_of_other(call);
}

Selection::Sort Selection::sort_of_subscript(Node node) {
    const Node object = node.child(Field::value);
    if (!place(node)) return sort_of_other(node);
    const values::Value value = facts_.value(object);
    const bool is_tensor = value.is_tensor() || value.is(values::Kind::unknown);
    return is_tensor && !reads_under_mask(facts_, object) && !value_of(object) ? Sort::elements : Sort::other;
}

// A number, or a tensor without dimensions; what looks like a number is tested to be one.
Selection::Sort Selection::sort_of_other(Node node) {
    const values::Value value = facts_.value(node);
    if (function::is_number(value) || (value.is_tensor() && value.rank == 0)) return Sort::single;
    if (!value.is(values::Kind::unknown) && !value.likely) return Sort::other;
    proof::Proof kinds;
    const operations::Form form = metadata::Forms(facts_, syntax::statement_of(node), kinds).of(node);
    if (!form.is_number()) return Sort::other;
    proof_.test_kinds_of(kinds);
    return Sort::single;
}

// To all that comes of the elements.
void Selection::climb(Node expression) {
    Node at = syntax::parenthesized(expression);
    if (proof_.refused()) return;
    const Node around = at.parent();
    if (around.is(Kind::assignment) && at.field() == Field::right) {
        const Node target = around.child(Field::left);
        if (!around.parent().is(Kind::expression_statement)) return refuse();  // a = out[m] = y[m]
        if (place(target)) return add_end({.call = at, .of = at, .result = Result::stored});
        const bool is_name = target.is(Kind::identifier) && facts_.variable(target) && at == around.child(Field::right);
        return is_name ? add_name(at) : refuse();
    }
    if (around.is(Kind::augmented_assignment) && place(around.child(Field::left))) return add_update(around);
    Node operation = around;  // or the call that it is an argument or the receiver of
    if (around.is(Kind::keyword_argument)) operation = around.parent();
    if (operation.is(Kind::argument_list) || operation.is(Kind::attribute)) operation = operation.parent();
    if (const auto end = find_end(operation)) return add_end(*end);
    if (const auto end = find_end(operation.parent())) return add_end(*end);  // x[m].max(0).values
    if (sort_of(operation) != Sort::elements) return refuse();
    climb(operation);
}

// To all that the expression is made of.
void Selection::descend(Node node) {
    if (const auto end = find_end(node)) return add_end(*end);
    descend_into(node);
}

void Selection::descend_into(Node node) {
    if (sort_of(node) != Sort::elements) return;
    if (node.is(Kind::subscript)) {
        if (!is_read(node)) reads_.push_back(node);
        return;
    }
    if (node.is(Kind::identifier)) {
        used_.push_back(node);
        return add_name(assigned_to(facts_, node));
    }
    for (const Node part : function::operands_of(facts_, node)) descend(part);
}

void Selection::add_end(const End& end) {
    if (end_at(end.call)) return;
    ends_.push_back(end);
    if (end.result == Result::stored) return descend_into(end.of);
    if (end.of != end.call) return descend(end.of);
    const auto loss = operations::loss_of(facts_, end.call);
    descend(loss->of), descend(loss->against);
}

// `x[m] *= e`, of which x[m] is a read as well
void Selection::add_update(Node assignment) {
    const Node value = assignment.child(Field::right);
    if (sort_of(value) == Sort::other) return refuse();
    if (const Node place = assignment.child(Field::left); !is_read(place)) reads_.push_back(place);
    add_end({.call = value, .of = value, .result = Result::stored, .op = assignment.op()});
}

void Selection::add_name(Node value) {
    if (std::ranges::find(named_, value) != named_.end()) return;
    named_.push_back(value);
    descend(value);
    const Node target = value.parent().child(Field::left);
    for (const Node use : facts_.uses_of(*facts_.variable(target)))
        if (!syntax::is_target(use) && assigned_to(facts_, use) == value) used_.push_back(use), climb(use);
}

// Nothing else may come to see what the names hold: another way through the function, or an update in place.
void Selection::check_names() {
    for (const Node value : named_) {
        const Node target = value.parent().child(Field::left);
        const names::Binding& variable = *facts_.variable(target);
        for (const Node use : facts_.uses_of(variable)) {
            const bool is_ours = std::ranges::find(used_, use) != used_.end();
            if (is_ours || use == target) continue;
            const auto made = facts_.definition(variable, syntax::statement_of(use));
            const bool is_another =
                syntax::is_target(use) ? !use.parent().is(Kind::augmented_assignment) : made && made->value != value;
            if (!is_another || variable.captured) return refuse();
        }
    }
}

}  // namespace transforms::masks
