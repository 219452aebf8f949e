#include "transforms/not_negative.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/speculation.h"

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// Gives the same when it is evaluated again.
bool repeats(const Facts& facts, Node expression) {
    for (std::uint32_t i = expression.index(); i < expression.end_index(); ++i) {
        const Node node = expression.tree()->node(i);
        if (!node.is(Kind::call)) continue;
        const torch::Row* row = row_or_guess(facts, node);
        if (!row || !(row->traits.pure || row->traits.view)) return false;
    }
    return true;
}

}  // namespace

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
            if (!row || !object) return false;
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
            return definition && definition->statement &&
                   is_not_negative(facts, definition->value, definition->statement);
        }
        default: return false;
    }
}

}  // namespace transforms
