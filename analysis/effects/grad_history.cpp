#include "analysis/effects/grad_history.h"

#include "analysis/effects/format_text.h"
#include "analysis/effects/literal_containers.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>

namespace effects {

using function::Facts;
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

// `y.add_(w)` gives y the history of w, and so may who has it under another name.
bool is_written(const Facts& facts, const names::Binding& variable) {
    for (const Node node : facts.uses_of(variable)) {
        const Node parent = node.parent(), call = parent.parent();
        if (parent.is(Kind::subscript) && parent.field() == Field::left) return true;
        const torch::Row* row =
            parent.is(Kind::attribute) && call.is(Kind::call) ? function::row_or_guess(facts, call) : nullptr;
        if (row && row->traits.in_place) return true;
        const auto assignment = syntax::as<syntax::Assignment>(parent);
        if (assignment && assignment->value() == node) return true;
        if (parent.is(Kind::argument_list) && !facts.row_of(call)) return true;
    }
    return false;
}

bool holds_detached(const Facts& facts, Node name) {
    const names::Binding& variable = *facts.variable(name);
    auto items = items_of(facts, name);
    if (!items) items = items_of_loop(facts, variable);
    if (items) return std::ranges::all_of(*items, [&](Node each) { return is_detached(facts, each); });
    const auto definition = facts.definition(variable, syntax::statement_of(name));
    const bool is_container = values::holds_tensor(facts.value(name)) && !facts.value(name).is_tensor();
    return definition && definition->statement && !is_container && !is_written(facts, variable) &&
           is_detached(facts, definition->value);
}

}  // namespace

bool ends_as_number(const Facts& facts, Node tensor) {
    const Node parent = tensor.parent();
    if (parent.is(Kind::interpolation)) return parent.child(Kind::format_specifier) || facts.value(tensor).rank == 0;
    if (parent.is(Kind::comparison_operator)) return compares_values(parent);
    const bool by_name = parent.is(Kind::keyword_argument);
    const Node call = (by_name ? parent.parent() : parent).parent();
    if ((by_name || parent.is(Kind::argument_list)) && call.is(Kind::call) &&
        formats_only(call, by_name ? parent : tensor, facts.value(tensor).rank == 0))
        return true;
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

bool is_detached(const Facts& facts, Node expression) {
    const Node node = syntax::unparenthesized(expression);
    const values::Value value = facts.value(node);
    if (function::is_number(value) || (value.is_tensor() && !may_require_grad(value))) return true;
    const auto all = [&](syntax::Children parts) {
        for (const Node part : parts)
            if (!is_detached(facts, part)) return false;
        return true;
    };
    switch (node.kind()) {
        case Kind::identifier: return facts.variable(node) && holds_detached(facts, node);
        case Kind::subscript: {
            const Node item = item_at(facts, node);
            return item && is_detached(facts, item);
        }
        case Kind::comparison_operator: return compares_values(node);
        case Kind::unary_operator:
        case Kind::binary_operator:
        case Kind::tuple:
        case Kind::list: return all(node.children());
        case Kind::string: return true;
        case Kind::call: break;
        default: return false;
    }
    const torch::Row* row = facts.row_of(node);
    if (row && row->traits.cuts) return true;
    for (const Node argument : syntax::Call{node}.arguments().children())
        if (may_require_grad(facts.value(argument))) return false;
    const Node function = node.child(Field::function);
    return function.is(Kind::attribute) && is_detached(facts, function.child(Field::object));
}

bool shows_history(const Facts& facts, Node node) {
    if (is_described(facts, node)) return false;
    const Node chain = chain_from(node);
    return !ends_as_number(facts, node) && !is_detached(facts, node) && !ends_as_number(facts, chain) &&
           !is_detached(facts, chain);
}

}  // namespace effects
