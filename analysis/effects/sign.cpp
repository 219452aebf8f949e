#include "analysis/effects/sign.h"

#include "analysis/effects/escape.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <array>

namespace effects {

using function::Facts;
using function::number_of;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// Gives the same when it is evaluated again.
bool repeats(const Facts& facts, Node expression) {
    for (const Node node : subtree(expression)) {
        if (!node.is(Kind::call)) continue;
        const torch::Row* row = function::row_or_guess(facts, node);
        if (!row || !(row->traits.pure || row->traits.view)) return false;
    }
    return true;
}

// `x.norm()`, `torch.linalg.vector_norm(x)`, `x.std()`, `x.square()`: whatever they are given.
bool never_negative(const torch::Row& row) {
    constexpr std::array<std::string_view, 6> names{"norm", "vector_norm", "matrix_norm", "std", "var", "square"};
    const std::string_view name = row.name.substr(row.name.rfind('.') + 1);
    return row.name.starts_with("torch.") && std::ranges::find(names, name) != names.end();
}

// Nothing may have changed what the variable holds.
bool is_unwritten(const Facts& facts, Node from, Node to) {
    for (const Node node : between(from, to))
        if (may_write(facts, node)) return false;
    return !outermost_loop(from);
}

// What `t.item()` or `float(t)` reads.
Node read_of(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    const Node argument = syntax::Call{call}.arguments().first_child(), function = call.child(Field::function);
    if (row && row->role == torch::Role::reads_number && !argument && function.is(Kind::attribute))
        return function.child(Field::object);
    return row && row->role == torch::Role::number_type && argument && !argument.next_sibling() ? argument : Node{};
}

}  // namespace

bool is_no_negative_number(const Facts& facts, Node expression, Node statement) {
    const Node node = syntax::unparenthesized(expression);
    if (const auto number = number_of(facts.value(node))) return *number >= 0;
    const auto also = [&](Node part) { return is_no_negative_number(facts, part, statement); };
    if (node.is(Kind::binary_operator)) {
        const Op op = operator_of(node);
        return (op == Op::add || op == Op::mul || op == Op::div) && also(node.child(Field::left)) &&
               also(node.child(Field::right));
    }
    if (node.is(Kind::call)) {
        const Node tensor = read_of(facts, node);
        return tensor && is_not_negative(facts, tensor, statement);
    }
    const names::Binding* variable = facts.variable(node);
    const auto made = variable ? facts.definition(*variable, statement) : std::nullopt;
    return made && made->statement && is_no_negative_number(facts, made->value, made->statement);
}

bool is_not_negative(const Facts& facts, Node expression, Node statement) {
    const Node node = syntax::unparenthesized(expression);
    if (const auto number = number_of(facts.value(node))) return *number >= 0;
    const auto also = [&](Node part) { return is_not_negative(facts, part, statement); };
    switch (node.kind()) {
        case Kind::binary_operator: {
            const Node left = node.child(Field::left), right = node.child(Field::right);
            if (facts.value(node).dtype == torch::Dtype::complex) return false;
            if (operator_of(node) == Op::mul && left.text() == right.text()) return repeats(facts, left);
            if (operator_of(node) == Op::mul) return also(left) && also(right);
            if (operator_of(node) == Op::pow) return number_of(facts.value(right)) == 2.0;
            return (operator_of(node) == Op::add || operator_of(node) == Op::div) && also(left) && also(right);
        }
        case Kind::call: {
            const torch::Row* row = facts.row_of(node);
            const Node function = node.child(Field::function);
            const Node object = function.is(Kind::attribute) ? function.child(Field::object) : Node{};
            if (!row) return false;
            if (never_negative(*row)) return facts.value(node).dtype != torch::Dtype::complex;
            if (!object) return false;
            if (row->role == torch::Role::power) {
                const Node exponent = syntax::Call{node}.arguments().first_child();
                return exponent && number_of(facts.value(exponent)) == 2.0 &&
                       facts.value(node).dtype != torch::Dtype::complex;
            }
            if (row->dtype == torch::Dtype::real && row->traits.pointwise) return true;
            const bool casts = row->shape == torch::Shape::same_size && row->dtype == torch::Dtype::floating;
            const bool gathers = row->shape == torch::Shape::reduce &&
                                 (row->dtype == torch::Dtype::summed || row->dtype == torch::Dtype::same_dtype);
            return (casts || gathers) && also(object);
        }
        case Kind::identifier: {
            const names::Binding* variable = facts.variable(node);
            const auto definition = variable ? facts.definition(*variable, statement) : std::nullopt;
            return definition && definition->statement && is_unwritten(facts, definition->statement, statement) &&
                   is_not_negative(facts, definition->value, definition->statement);
        }
        default: return false;
    }
}

}  // namespace effects
