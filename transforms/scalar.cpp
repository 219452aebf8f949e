#include "transforms/scalar.h"

#include "analysis/syntax/python.h"

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

bool is_scalar_or_number(const Facts& facts, Node operand, Node statement) {
    return is_number(facts.value(operand)) || is_scalar(facts, operand, statement);
}

bool is_scalar_call(const Facts& facts, Node node, Node statement) {
    const torch::Row* row = facts.row_of(node);
    if (!row) return false;
    if (row->shape == torch::Shape::rank0 || row->shape == torch::Shape::reduce || row->shape == torch::Shape::sized)
        return true;
    const syntax::Call view{node};
    const bool method =
        view.function().is(Kind::attribute) && facts.value(view.function().child(Field::object)).is_tensor();
    if (method && !is_scalar(facts, view.function().child(Field::object), statement)) return false;
    for (const Node argument : view.arguments().children())
        if (argument.is(Kind::keyword_argument) || !is_scalar_or_number(facts, argument, statement)) return false;
    return row->shape == torch::Shape::same || row->shape == torch::Shape::same_size ||
           row->shape == torch::Shape::broadcast;
}

}  // namespace

bool is_number(values::Value value) {
    switch (value.kind) {
        case values::Kind::literal:
        case values::Kind::constant:
        case values::Kind::number:
        case values::Kind::shape_number:
        case values::Kind::tensor_number: return true;
        default: return false;
    }
}

bool is_scalar(const Facts& facts, Node expression, Node statement) {
    const Node node = syntax::unparenthesized(expression);
    if (!facts.value(node).is_tensor() || facts.value(node).rank != 0) return false;
    switch (node.kind()) {
        case Kind::call: return is_scalar_call(facts, node, statement);
        case Kind::comparison_operator:
            if (node.first_child().next_sibling().next_sibling()) return false;  // the truth of a part decides
            [[fallthrough]];
        case Kind::binary_operator:
        case Kind::unary_operator:
            for (const Node operand : node.children())
                if (!is_scalar_or_number(facts, operand, statement)) return false;
            return true;
        case Kind::identifier: {
            const names::Binding* variable = facts.variable(node);
            const auto definition = variable ? facts.definition(*variable, statement) : std::nullopt;
            return definition && definition->statement && is_scalar(facts, definition->value, definition->statement);
        }
        default: return false;
    }
}

}  // namespace transforms
