#include "transforms/scalars/numpy_number.h"

#include "analysis/effects/escape.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"

#include <algorithm>
#include <vector>

namespace transforms::scalars {

using function::Facts;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// Follows a number through variables and arithmetic.
class Uses {
  public:
    explicit Uses(const Facts& facts) : facts_(facts) {}

    [[nodiscard]] Node teller(Node number) {
        const Node parent = number.parent();
        if (syntax::tester_of(number)) return {};
        switch (parent.kind()) {
            case Kind::expression_statement: return {};
            case Kind::parenthesized_expression: return teller(parent);
            case Kind::unary_operator: return syntax::operator_of(parent) == Op::sub ? teller(parent) : parent;
            case Kind::comparison_operator: return of_comparison(parent, number);
            case Kind::binary_operator: return of_arithmetic(parent, number);
            case Kind::slice: return is_index(parent) ? Node{} : parent;
            case Kind::subscript: return is_index(number) ? Node{} : parent;
            case Kind::tuple:
            case Kind::list:
            case Kind::argument_list:
            case Kind::keyword_argument: return is_number_of_call(number) ? Node{} : call_of(number);
            case Kind::assignment: return of_assignment(syntax::Assignment{parent}, number);
            default: return parent;
        }
    }

  private:
    [[nodiscard]] bool is_tensor(Node node) const { return facts_.value(node).is_tensor(); }
    [[nodiscard]] bool is_number(Node node) const {
        return function::is_number(facts_.value(node)) || facts_.value(node).is(values::Kind::array);
    }

    // `n > 3` is another bool, `x > n` the same tensor.
    Node of_comparison(Node comparison, Node number) {
        bool has_tensor = false;
        for (const Node each : comparison.children()) {
            if (each != comparison.first_child() && !syntax::compares(each.op())) return comparison;
            if (each != number && !is_number(each) && !is_tensor(each)) return comparison;
            has_tensor = has_tensor || is_tensor(each);
        }
        return has_tensor ? Node{} : teller(comparison);
    }

    // `n - 1` goes on as one; `x * n` is the same tensor. A division by zero is an error of Python's alone.
    Node of_arithmetic(Node operation, Node number) {
        const Op op = syntax::operator_of(operation);
        const bool divides = op == Op::div || op == Op::floor_div || op == Op::mod;
        if (!divides && op != Op::add && op != Op::sub && op != Op::mul) return operation;
        const syntax::Binary made{operation};
        const Node other = made.left() == number ? made.right() : made.left();
        if (is_tensor(other)) return {};
        const auto divisor = function::number_of(facts_.value(made.right()));
        const bool may_be_zero = divides && (!divisor || *divisor == 0);
        return is_number(other) && !may_be_zero ? teller(operation) : operation;
    }

    [[nodiscard]] bool is_index(Node index) const {
        const auto subscript = syntax::as<syntax::Subscript>(index.parent());
        return subscript && subscript->object() != index &&
               (is_tensor(subscript->object()) || facts_.value(subscript->object()).is(values::Kind::sequence));
    }

    [[nodiscard]] static Node argument_of(Node number) {
        Node argument = number;
        if (argument.parent().is(Kind::tuple) || argument.parent().is(Kind::list)) argument = argument.parent();
        return argument.parent().is(Kind::keyword_argument) ? argument.parent() : argument;
    }
    [[nodiscard]] static Node call_of(Node number) {
        const Node arguments = argument_of(number).parent();
        return arguments.is(Kind::argument_list) ? arguments.parent() : arguments;
    }

    // `x.reshape(-1, n)`, `torch.zeros((n, 2))`, `range(n)`, `int(n)`
    [[nodiscard]] bool is_number_of_call(Node number) const {
        const Node argument = argument_of(number), call = call_of(number);
        const torch::Row* row = call.is(Kind::call) ? function::row_or_guess(facts_, call) : nullptr;
        if (!row) return false;
        if (row->role == torch::Role::number_type || row->role == torch::Role::range) return argument == number;
        std::size_t position = 0;
        for (const Node each : syntax::Call{call}.arguments().children()) {
            if (each == argument) break;
            ++position;
        }
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        for (; row; row = row->also)
            if (keyword ? row->numbers.holds(keyword->name().text()) : row->numbers.holds(position)) return true;
        return false;
    }

    Node of_assignment(const syntax::Assignment& assignment, Node number) {
        const names::Binding* variable = facts_.variable(assignment.target());
        const bool is_plain = assignment.value() == number && assignment.node.parent().is(Kind::expression_statement);
        if (!variable || !is_plain || variable->captured || variable->rebound_inside) return assignment.node;
        if (std::ranges::find(followed_, variable) != followed_.end()) return {};
        followed_.push_back(variable);
        for (const Node use : facts_.uses_of(*variable)) {
            if (effects::binds(*variable, use) && !use.parent().is(Kind::augmented_assignment)) continue;
            if (const Node found = teller(use)) return found;
        }
        return {};
    }

    const Facts& facts_;
    std::vector<const names::Binding*> followed_{};
};

}  // namespace

Node teller_of(const Facts& facts, Node number) { return Uses(facts).teller(number); }

}  // namespace transforms::scalars
