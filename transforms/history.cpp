#include "transforms/history.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// Not by `is` or `in`. An operand carries the operator in front of it.
bool compares_values(Node comparison) {
    for (Node each = comparison.first_child().next_sibling(); each; each = each.next_sibling())
        if (!compares(each.op())) return false;
    return true;
}

// `x.shape`, `x.size(0)` of the `x`.
bool is_described(const Facts& facts, Node node) {
    const Node parent = node.parent();
    const torch::Row* row = parent.is(Kind::attribute) && node.field() == Field::object
                                ? facts.member_of_tensors(parent.child(Field::attribute).text())
                                : nullptr;
    return row && (row->gives == torch::Gives::shape || row->gives == torch::Gives::shape_number);
}

// What is made of it by calls of its methods: `x.detach().max()` of the `x`.
Node chain_from(Node node) {
    while (node.parent().is(Kind::attribute) && node.parent().parent().is(Kind::call) &&
           node.parent().field() == Field::function)
        node = node.parent().parent();
    return node;
}

}  // namespace

bool ends_as_number(const Facts& facts, Node tensor) {
    const Node parent = tensor.parent();
    if (parent.is(Kind::interpolation)) return parent.child(Kind::format_specifier) || facts.value(tensor).rank == 0;
    if (parent.is(Kind::comparison_operator)) return compares_values(parent);
    if (parent.is(Kind::argument_list)) {
        const torch::Row* row = facts.row_of(parent.parent());
        return row && row->role != torch::Role::number_type &&
               facts.value(parent.parent()).is(values::Kind::tensor_number);
    }
    return parent.is(Kind::attribute) && parent.parent().is(Kind::call) && parent.field() == Field::function &&
           facts.value(parent.parent()).is(values::Kind::tensor_number);
}

bool may_require_grad(values::Value value) {
    return value.is_tensor() && value.dtype != torch::Dtype::boolean && value.dtype != torch::Dtype::integer;
}

bool is_detached(const Facts& facts, Node node) {
    if (const names::Binding* variable = node.is(Kind::identifier) ? facts.variable(node) : nullptr) {
        const auto definition = facts.definition(*variable, syntax::statement_of(node));
        return definition && definition->statement && definition->value.is(Kind::call) &&
               is_detached(facts, definition->value);
    }
    for (; node.is(Kind::call); node = node.child(Field::function).child(Field::object)) {
        const torch::Row* row = facts.row_of(node);
        if (row && row->traits.cuts) return true;
        for (const Node argument : syntax::Call{node}.arguments().children())
            if (may_require_grad(facts.value(argument))) return false;
    }
    return false;
}

bool shows_history(const Facts& facts, Node node) {
    if (is_described(facts, node)) return false;
    const Node chain = chain_from(node);
    return !ends_as_number(facts, node) && !is_detached(facts, node) && !ends_as_number(facts, chain) &&
           !is_detached(facts, chain);
}

}  // namespace transforms
