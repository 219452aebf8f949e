#include "transforms/number_uses.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/predication.h"
#include "transforms/speculation.h"

#include <algorithm>
#include <cmath>

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

bool is_exact(double number) {
    int exponent = 0;
    const double mantissa = std::frexp(number, &exponent) * 256;
    return mantissa == std::floor(mantissa) && std::abs(number) <= 65504 && (number == 0 || std::abs(number) >= 1e-4);
}

std::array<std::string, 2> takes_as_number(const std::string& partner, std::string_view torch) {
    const std::string wide = std::string(torch) + ".float";
    return {partner + ".dim() > 0", partner + ".dtype in (" + wide + "32, " + wide + "64)"};
}

bool decides_branch(Node expression) {
    Node tester = tester_of(expression);
    while (tester.is(Kind::not_operator)) tester = tester_of(tester);
    return tester.is(Kind::if_statement) || tester.is(Kind::elif_clause) || tester.is(Kind::conditional_expression);
}

void NumberUses::observed(Node node) {
    proof_.refuse(quoted(syntax::statement_of(node)) + " may tell a number from a tensor");
}

// The branch has to be one that becomes a select: else it breaks the graph in the place of the number.
void NumberUses::branches_on(Node condition) {
    if (!decides_branch(condition)) return observed(condition);
    Proof reading;
    (void)read_predication(facts_, condition, reading);
    if (reading.refused()) proof_.refuse("the branch on it would break the graph as well: " + *reading.unproven());
}

// `node` is the number, or, if not `itself`, made of it and of other numbers.
void NumberUses::check(Node node) {
    const Node parent = node.parent();
    switch (parent.kind()) {
        case Kind::parenthesized_expression: return check(parent);
        case Kind::unary_operator:
            if (operator_of(parent) != Op::sub || may_be_int_) return observed(node);
            widened_ = true;
            return check(parent);
        case Kind::binary_operator: {
            const Op op = operator_of(parent);
            if (op != Op::add && op != Op::sub && op != Op::mul && op != Op::div) return observed(node);
            const Node left = parent.child(Field::left);
            // PyTorch multiplies a number with the reciprocal, and divides a tensor.
            if (op == Op::div && left == node && !is_number(facts_.value(parent.child(Field::right)))) return observed(node);
            return check_with(parent, left == node ? parent.child(Field::right) : left);
        }
        case Kind::comparison_operator: {
            const Node left = parent.first_child(), right = left.next_sibling();
            if (right.next_sibling() || right.op() == Op::is || right.op() == Op::is_not || right.op() == Op::in ||
                right.op() == Op::not_in)
                return observed(node);
            return check_compared(parent, left == node ? right : left);
        }
        default: return branches_on(node);
    }
}

void NumberUses::check_with(Node operation, Node other) {
    if (number_of(facts_.value(other))) {
        widened_ = true;
        // 1 / 0 raises in Python and is infinite in a tensor.
        if (operator_of(operation) == Op::div && operation.child(Field::right) != other) return observed(operation);
        if (operator_of(operation) == Op::div && *number_of(facts_.value(other)) == 0) return observed(operation);
        if (operator_of(operation) == Op::mul && *number_of(facts_.value(other)) < 0 && may_be_int_)
            return observed(operation);
        return check(operation);
    }
    meets(operation, other);
}

void NumberUses::check_compared(Node comparison, Node other) {
    if (const auto number = number_of(facts_.value(other))) {
        widened_ = widened_ || !is_exact(*number);
        return branches_on(comparison);
    }
    meets(comparison, other);
}

// The variable that gives a tensor its dtype and dimensions: `x` of `x.exp() * 2`.
Node NumberUses::leading_part(Node tensor) {
    const Form whole = forms_.of(tensor);
    for (std::uint32_t i = tensor.index(); i < tensor.end_index(); ++i) {
        const Node part = tensor.tree()->node(i);
        if (!part.is(Kind::identifier) || !facts_.variable(part) || !forms_.place(part)) continue;
        const Form form = forms_.of(part);
        if (form.is_tensor() && form.dtype == whole.dtype && !form.shape.empty() &&
            std::ranges::includes(whole.shape, form.shape))
            return part;
    }
    return {};
}

void NumberUses::meets(Node operation, Node other) {
    const Node part = leading_part(syntax::unparenthesized(other));
    if (!part) return observed(operation);
    const names::Binding& variable = *facts_.variable(part);
    const auto here = facts_.definition(variable, statement_);
    const auto there = facts_.definition(variable, syntax::statement_of(operation));
    if (!here || !there || here->value != there->value)
        return proof_.refuse(quoted(part) + " is not known yet where the number is read");
    const std::string name(part.text());
    if (std::ranges::find(partners_, name) == partners_.end()) partners_.push_back(name);
}

}  // namespace transforms
