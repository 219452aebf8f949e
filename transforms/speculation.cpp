#include "transforms/speculation.h"

#include "analysis/syntax/python.h"
#include "analysis/values/classes.h"

#include <algorithm>
#include <cmath>

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// A zero gradient times such a number, or divided by it, is zero in every floating dtype.
constexpr double smallest_factor = 1e-4, largest_factor = 65504;

std::optional<double> number_of(values::Value value) {
    if (!value.is(values::Kind::literal)) return std::nullopt;
    const auto& held = value.literal().value;
    if (const auto* integer = std::get_if<std::int64_t>(&held)) return static_cast<double>(*integer);
    if (const auto* real = std::get_if<double>(&held)) return *real;
    return std::nullopt;
}

bool is_elementwise(Op op) { return op == Op::add || op == Op::sub || op == Op::mul || op == Op::div; }

std::pair<values::Meta, values::Meta> pair_of(values::Value left, values::Value right) {
    return std::minmax(left.meta, right.meta);
}

// Python itself may run code of the program when an attribute is read: a property, `__getattr__`.
bool is_plain_attribute(values::Value object, std::string_view name) {
    if (!object.is(values::Kind::object)) return false;
    const values::Class& class_ = *object.object().class_;
    return class_.attribute(name) && !class_.owner_of(name) && !class_.owner_of("__getattr__") &&
           !class_.owner_of("__getattribute__");
}

}  // namespace

std::string quoted(Node node) {
    constexpr std::size_t longest = 40;
    std::string text(node.text());
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    if (text.size() > longest) text = text.substr(0, text.find_last_of(" (,", longest)) + "...";
    return "`" + text + "`";
}

Combined combined_in(const Facts& facts, Node expression) {
    Combined found;
    for (std::uint32_t i = expression.index(); i < expression.end_index(); ++i) {
        const Node node = expression.tree()->node(i);
        if (!node.is(Kind::binary_operator) || !is_elementwise(node.op())) continue;
        const values::Value left = facts.value(node.child(Field::left)), right = facts.value(node.child(Field::right));
        if (left.is_tensor() && right.is_tensor() && left.meta != 0 && right.meta != 0)
            found.insert(pair_of(left, right));
    }
    return found;
}

void Speculation::refuse(Node node, std::string_view why) { proof_.refuse(quoted(node).append(" ").append(why)); }

bool Speculation::is_number(Node node) const {
    const values::Value value = facts_.value(node);
    return number_of(value) || value.is(values::Kind::number) ||
           (value.is(values::Kind::constant) &&
            (value.dtype == torch::Dtype::integer || value.dtype == torch::Dtype::floating));
}

void Speculation::check(Node expression) {
    switch (expression.kind()) {
        case Kind::parenthesized_expression: return check(expression.first_child());
        case Kind::identifier: return check_name(expression);
        case Kind::attribute: return check_attribute(expression);
        case Kind::integer:
        case Kind::float_: return is_number(expression) ? void() : refuse(expression, "is not a plain number");
        case Kind::unary_operator: return check_unary(expression);
        case Kind::binary_operator: return check_binary(expression);
        case Kind::comparison_operator: return check_comparison(expression);
        case Kind::call: return check_call(expression);
        default: return refuse(expression, "may have an effect, or raise an error");
    }
}

void Speculation::check_name(Node identifier) {
    const values::Value value = facts_.value(identifier);
    if (!value.is_tensor() && !is_number(identifier))
        return refuse(identifier, "may be something else than a tensor or number");
    if (value.maybe_none) return refuse(identifier, "may be None");
    const names::Binding* variable = facts_.variable(identifier);
    if (!variable)
        return value.is(values::Kind::literal) ? void() : refuse(identifier, "is no variable of this function");
    if (assigned_.contains(variable->text) || facts_.must_defined().before(statement_, variable->text)) return;
    refuse(identifier, "may not be assigned yet");
}

void Speculation::check_attribute(Node node) {
    const Node object = node.child(Field::object);
    if (!object.is(Kind::identifier) || !is_plain_attribute(facts_.value(object), node.child(Field::attribute).text()))
        return refuse(node, "may run code when it is read");
    if (!facts_.value(node).is_tensor() && !is_number(node))
        refuse(node, "may be something else than a tensor or number");
}

void Speculation::check_unary(Node node) {
    const Node operand = node.first_child();
    check(operand);
    if (!facts_.value(operand).is_tensor()) return;
    if (node.op() == Op::sub) return check_numeric(operand);
    const torch::Dtype dtype = facts_.value(operand).dtype;
    if (node.op() != Op::invert || (dtype != torch::Dtype::boolean && dtype != torch::Dtype::integer))
        refuse(node, "may raise an error for some dtypes");
}

void Speculation::check_binary(Node node) {
    const Node left = node.child(Field::left), right = node.child(Field::right);
    check(left);
    check(right);
    if (proof_.refused()) return;
    if (!is_elementwise(node.op())) return refuse(node, "may raise an error");
    const bool tensors = facts_.value(left).is_tensor() && facts_.value(right).is_tensor();
    if (tensors)
        check_shapes(node, left, right);
    else if (!facts_.value(left).is_tensor() && !facts_.value(right).is_tensor())
        return refuse(node, "may raise an error");
    if (node.op() == Op::sub)
        for (const Node operand : {left, right})
            if (facts_.value(operand).is_tensor()) check_numeric(operand);
    if (facts_.without_gradients() || node.op() == Op::add || node.op() == Op::sub) return;
    if (node.op() == Op::div) return check_factor(node, right);
    check_factor(node, facts_.value(left).is_tensor() ? right : left);
}

void Speculation::check_comparison(Node node) {
    const Node left = node.first_child(), right = left.next_sibling();
    check(left);
    if (right) check(right);
    if (proof_.refused()) return;
    if (!right || right.next_sibling()) return refuse(node, "asks for the truth of a tensor");
    if (right.op() == Op::in || right.op() == Op::not_in || right.op() == Op::is || right.op() == Op::is_not)
        return refuse(node, "is no comparison of values");
    if (facts_.value(left).is_tensor() && facts_.value(right).is_tensor()) check_shapes(node, left, right);
}

// What the call does with its tensors is in the row; that shapes and dtypes fit has to be shown here.
void Speculation::check_call(Node node) {
    const syntax::Call view{node};
    const torch::Row* row = facts_.row_of(node);
    if (!row || (!row->traits.pure && !row->traits.view))
        return refuse(node, "may have an effect, or draw random numbers");
    // zeros_like() is not called pointwise, and fits every shape as well.
    const bool fits = row->traits.pointwise || (row->traits.cuts && row->shape == torch::Shape::same);
    if (!row->traits.total || !fits) return refuse(node, "may raise an error");
    if (!facts_.without_gradients() && !row->traits.transparent && !row->traits.cuts)
        return refuse(node, "may spoil gradients although its result is not used");
    Node tensor;
    if (view.function().is(Kind::attribute) && facts_.value(view.function().child(Field::object)).is_tensor())
        tensor = view.function().child(Field::object);
    for (const Node argument : view.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        const Node given = keyword ? keyword->value() : argument;
        if (!facts_.value(given).is_tensor()) {
            check_option(node, given);
        } else if (tensor) {
            check(given);
            check_shapes(node, tensor, given);
        } else {
            tensor = given;
        }
    }
    if (!tensor) return refuse(node, "may raise an error");
    check(tensor);
    if (!proof_.refused() && !row->traits.cuts) check_numeric(tensor);
}

// A number, and not so large that a zero gradient times it is none.
void Speculation::check_option(Node call, Node given) {
    const auto number = number_of(facts_.value(given));
    if (!given.is(Kind::none) && (!number || !(std::abs(*number) <= largest_factor)))
        refuse(call, "is called with more than tensors and moderate numbers");
}

void Speculation::check_shapes(Node node, Node left, Node right) {
    const values::Value a = facts_.value(left), b = facts_.value(right);
    if (a.meta != 0 && b.meta != 0 && (a.meta == b.meta || combined_.contains(pair_of(a, b)))) return;
    refuse(node, "may raise an error for some shapes");
}

void Speculation::check_numeric(Node operand) {
    switch (facts_.value(operand).dtype) {
        case torch::Dtype::floating:
        case torch::Dtype::integer:
        case torch::Dtype::complex: return;
        case torch::Dtype::boolean: return refuse(operand, "is a bool tensor, and may raise an error");
        default:
            proof_.assume(quoted(operand) + " is no bool tensor",
                          quoted(operand) + " may be a bool tensor, which raises an error");
    }
}

void Speculation::check_factor(Node node, Node factor) {
    const auto number = number_of(facts_.value(factor));
    const bool fits = number && ((*number == 0 && node.op() == Op::mul) ||
                                 (std::abs(*number) >= smallest_factor && std::abs(*number) <= largest_factor));
    if (!fits) refuse(node, "may spoil gradients although its result is not used");
}

}  // namespace transforms
