// Operators: the part of speculation.h that asks whether their operands fit.
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/values/declared/usage.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>

namespace transforms::speculation {

using operations::Form;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

bool is_elementwise(Op op) { return op == Op::add || op == Op::sub || op == Op::mul || op == Op::div; }
bool is_bitwise(Op op) { return op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor; }

// It may be a bool tensor by its name, or by what else is done with it: `mask.any()`, `hidden.all()`, `~keep`.
bool looks_like_mask(const function::Facts& facts, Node operand) {
    const names::Binding* variable = facts.variable(syntax::unparenthesized(operand));
    if (!variable) return false;
    return values::is_called_mask(variable->text) || std::ranges::any_of(facts.uses_of(*variable), [](Node use) {
               const Node parent = use.parent();
               const Node method = parent.is(Kind::attribute) ? parent.child(Field::attribute) : Node{};
               const bool asks = method && (method.text() == "any" || method.text() == "all");
               return asks || (parent.is(Kind::unary_operator) && operator_of(parent) == Op::invert);
           });
}

}  // namespace

void Speculation::check_unary(Node node) {
    const Node operand = node.first_child();
    check(operand);
    const Form form = forms_.of(operand);
    if (!form.is_tensor() || operator_of(node) == Op::sub || operator_of(node) == Op::add)
        return check_numeric(operand);
    const torch::Dtype dtype = facts_.value(operand).dtype;
    if (dtype != torch::Dtype::boolean && dtype != torch::Dtype::integer) check_mask(node, operand);
}

void Speculation::check_operator(Node node, Node left, Op op, Node right) {
    check(left);
    check(right);
    if (proof_.refused()) return;
    const Form a = forms_.of(left), b = forms_.of(right);
    if (!a.is_tensor() && !b.is_tensor()) {
        return check_numbers(node, left, op, right);
    }
    check_shapes(node, a, b);
    if (op == Op::pow) return check_power(node, right);
    if (op == Op::mod || op == Op::floor_div) return check_remainder(node, left, op, right);
    if (is_bitwise(op)) {
        for (const Node operand : {left, right}) check_mask(node, operand);
        return;
    }
    if (!is_elementwise(op)) return refuse(node, "may raise an error");
    if (op == Op::sub)
        for (const Node operand : {left, right}) check_numeric(operand), check_no_bool(operand);
    if (facts_.without_gradients() || op == Op::add || op == Op::sub) return;
    if (op == Op::div) return check_factor(node, right, true);
    check_factor(node, a.is_tensor() ? right : left, false);
}

// Floats have no `|`. What is no mask for certain is tested to be one.
void Speculation::check_mask(Node node, Node operand) {
    const Form form = forms_.of(operand);
    if (form.is_bool()) return;
    const auto place = form.is_tensor() && !form.floating ? forms_.place(operand) : std::nullopt;
    const auto torch =
        edit::torch_name(facts_.program().names(), facts_.function());  // which every rewrite asks for first
    if (!place || !is_before(*place)) return refuse(node, "may raise an error for some dtypes", proof::dtypes);
    proof_.test(proof::is_mask(place->text, *torch));
    forms_.take_for_mask(*place);
}

// Whole powers of a tensor never raise; the slope of any power may be infinite.
void Speculation::check_power(Node node, Node exponent) {
    const auto power = function::number_of(facts_.value(exponent));
    if (!power && function::is_traced_number(facts_.value(exponent)))
        may_raise(node, "may raise an error");
    else if (!power || *power < 0)
        return refuse(node, "may raise an error");
    if (power != 0.0 && power != 1.0 && !keeps_from_border(node)) spoils(node);
}

void Speculation::check_comparison(Node node) {
    const Node left = node.first_child(), right = left.next_sibling();
    check(left);
    check(right);
    if (proof_.refused()) return;
    if (right.next_sibling()) return refuse(node, "asks for the truth of a tensor");
    if (!compares(right.op())) return refuse(node, "is no comparison of values");
    check_shapes(node, forms_.of(left), forms_.of(right));
}

void Speculation::check_shapes(Node node, const Form& left, const Form& right) {
    if (proof_.refused() || !left.is_tensor() || !right.is_tensor() || forms_.fit(left, right)) return;
    may_raise(node, "may raise an error for some shapes");
}

void Speculation::check_numeric(Node operand) {
    const values::Value value = facts_.value(operand);
    const bool is_bool = forms_.of(operand).is_bool() || (value.is_tensor() && value.dtype == torch::Dtype::boolean);
    if (proof_.refused()) return;
    if (is_bool) return refuse(operand, "is a bool tensor, and may raise an error");
    // `mask - 1`, of a parameter of any dtype that somebody asks `mask.any()`
    const auto place = looks_like_mask(facts_, operand) ? forms_.place(operand) : std::nullopt;
    if (!place || !is_before(*place) || forms_.of(operand).floating || operations::is_whole(forms_.of(operand))) return;
    const auto torch = edit::torch_name(facts_.program().names(), facts_.function());
    proof_.test(proof::dtype_is_not(place->text, std::string(*torch) + ".bool"));
}

// A bool of Python, which may be all that is known of a number, cannot be subtracted.
void Speculation::check_no_bool(Node operand) {
    const Node node = syntax::unparenthesized(operand);
    if (forms_.of(node).is_number() && forms_.place(node) && facts_.value(node).is(values::Kind::unknown))
        proof_.test(proof::is_no_instance(node.text(), "bool"));
}

}  // namespace transforms::speculation
