#include "transforms/speculation.h"

#include "analysis/syntax/python.h"
#include "analysis/values/classes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// A zero gradient times such a number, or divided by it, is zero in every floating dtype.
constexpr double smallest_factor = 1e-4, largest_factor = 65504;
constexpr std::string_view largest_text = "65504", smallest_text = "1e-4";

bool is_elementwise(Op op) { return op == Op::add || op == Op::sub || op == Op::mul || op == Op::div; }
bool is_bitwise(Op op) { return op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor; }

// Python itself may run code of the program when an attribute is read: a property, `__getattr__`.
bool is_plain_attribute(values::Value object, std::string_view name) {
    if (!object.is(values::Kind::object)) return false;
    const values::Class& class_ = *object.object().class_;
    return class_.attribute(name) && !class_.owner_of(name) && !class_.owner_of("__getattr__") &&
           !class_.owner_of("__getattribute__");
}

// The argument names a dimension: `dim=-1`, or what the row says of its position.
bool is_dimension(const torch::Row& row, Node argument, int position) {
    constexpr std::array<std::string_view, 3> names{"dim", "dims", "axis"};
    if (const auto keyword = syntax::as<syntax::Keyword>(argument))
        return std::ranges::find(names, keyword->name().text()) != names.end();
    for (const torch::Row* also = row.also; also; also = also->also)
        if ((also->numbers >> position & 1U) != 0 && (also->number_names == " dim " || also->number_names == " dims "))
            return true;
    return false;
}

// `x.softmax(-1)`, `torch.flip(x, dims=0)`: of one tensor, along one dimension that it has to have.
bool works_along(const torch::Row& row, const syntax::Call& call) {
    if (row.shape != torch::Shape::same) return false;
    const bool method = row.name.starts_with(torch::tensor_class);
    int position = 0;
    for (const Node argument : call.arguments().children()) {
        if ((method || position > 0) && !is_dimension(row, argument, position)) return false;
        ++position;
    }
    return position == (method ? 1 : 2);
}

}  // namespace

std::optional<double> number_of(values::Value value) {
    const auto* held = value.is(values::Kind::literal) ? &value.literal().value : nullptr;
    if (const auto* integer = std::get_if<std::int64_t>(held)) return static_cast<double>(*integer);
    if (const auto* real = std::get_if<double>(held)) return *real;
    return std::nullopt;
}

bool keeps_zero(double factor, bool divides) {
    const double size = std::abs(factor);
    return (factor == 0 && !divides) || (size >= smallest_factor && size <= largest_factor);
}

std::string quoted(Node node) {
    constexpr std::size_t longest = 40;
    std::string text(node.text());
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    if (text.size() > longest) text = text.substr(0, text.find_last_of(" (,", longest)) + "...";
    return "`" + text + "`";
}

void Speculation::refuse(Node node, std::string_view why) { proof_.refuse(quoted(node).append(" ").append(why)); }

void Speculation::spoils(Node node) {
    if (facts_.without_gradients() || !hazard_.empty()) return;
    hazard_ = quoted(node) + " may spoil gradients although its result is not used";
}

void Speculation::check(Node expression) {
    if (proof_.refused()) return;
    switch (expression.kind()) {
        case Kind::parenthesized_expression: return check(expression.first_child());
        case Kind::identifier: return check_name(expression);
        case Kind::attribute: return check_attribute(expression);
        case Kind::integer:
        case Kind::float_:
            return number_of(facts_.value(expression)) ? void() : refuse(expression, "is not a plain number");
        case Kind::unary_operator: return check_unary(expression);
        case Kind::binary_operator:
            return check_operator(expression, expression.child(Field::left), operator_of(expression),
                                  expression.child(Field::right));
        case Kind::comparison_operator: return check_comparison(expression);
        case Kind::subscript: return check_subscript(expression);
        case Kind::call: return check_call(expression, facts_.row_of(expression));
        default: return refuse(expression, "may have an effect, or raise an error");
    }
}

void Speculation::check_name(Node identifier) {
    if (const Node bound = forms_.bound(identifier)) return check(bound);
    if (facts_.value(identifier).maybe_none) return refuse(identifier, "may be None");
    if (forms_.of(identifier).kind == Form::Kind::unknown)
        return refuse(identifier, "may be something else than a tensor or number");
    check_assigned(identifier);
}

void Speculation::check_assigned(Node identifier) {
    const names::Binding* variable = facts_.variable(identifier);
    if (!variable)
        return facts_.value(identifier).is(values::Kind::literal) ? void()
                                                                  : refuse(identifier, "is no variable of this function");
    if (assigned_.contains(variable->text) || facts_.must_defined().before(statement_, variable->text)) return;
    refuse(identifier, "may not be assigned yet");
}

void Speculation::check_attribute(Node node) {
    const Node object = node.child(Field::object);
    if (!object.is(Kind::identifier) || !is_plain_attribute(facts_.value(object), node.child(Field::attribute).text()))
        return refuse(node, "may run code when it is read");
    if (forms_.of(node).kind == Form::Kind::unknown)
        refuse(node, "may be something else than a tensor or number");
}

void Speculation::check_unary(Node node) {
    const Node operand = node.first_child();
    check(operand);
    const Form form = forms_.of(operand);
    if (!form.is_tensor() || operator_of(node) == Op::sub || operator_of(node) == Op::add) return check_numeric(operand);
    const torch::Dtype dtype = facts_.value(operand).dtype;
    const bool whole = form.is_bool() || dtype == torch::Dtype::boolean || dtype == torch::Dtype::integer;
    if (!whole) refuse(node, "may raise an error for some dtypes");
}

void Speculation::check_operator(Node node, Node left, Op op, Node right) {
    check(left);
    check(right);
    if (proof_.refused()) return;
    const Form a = forms_.of(left), b = forms_.of(right);
    if (!a.is_tensor() && !b.is_tensor()) return is_elementwise(op) && op != Op::div ? void() : refuse(node, "may raise an error");
    check_shapes(node, a, b);
    if (op == Op::pow) return check_power(node, right);
    if (is_bitwise(op)) return a.is_bool() && b.is_bool() ? void() : refuse(node, "may raise an error for some dtypes");
    if (!is_elementwise(op)) return refuse(node, "may raise an error");
    if (op == Op::sub)
        for (const Node operand : {left, right}) check_numeric(operand);
    if (facts_.without_gradients() || op == Op::add || op == Op::sub) return;
    if (op == Op::div) return check_factor(node, right, true);
    check_factor(node, a.is_tensor() ? right : left, false);
}

// Whole powers of a tensor never raise; the slope of any power may be infinite.
void Speculation::check_power(Node node, Node exponent) {
    const auto power = number_of(facts_.value(exponent));
    if (!power || *power < 0) return refuse(node, "may raise an error");
    if (*power != 0 && *power != 1) spoils(node);
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

// `x[..., None]` fits every tensor.
void Speculation::check_subscript(Node node) {
    if (forms_.bound(node)) return;  // it is read in any case
    const Node object = node.child(Field::value);
    check(object);
    if (proof_.refused()) return;
    const bool fits = std::ranges::all_of(syntax::Subscript{node}.indices(), [](Node index) {
        return index.is(Kind::ellipsis) || index.is(Kind::none);
    });
    if (!forms_.of(object).is_tensor() || !fits) refuse(node, "may raise an error");
}

// What the call does with its tensors is in the row; that shapes and dtypes fit has to be shown here.
void Speculation::check_call(Node node, const torch::Row* row) {
    const syntax::Call view{node};
    if (converts_number(node, row)) return check(view.arguments().first_child());
    if (!row || (!row->traits.pure && !row->traits.view))
        return refuse(node, "may have an effect, or draw random numbers");
    const bool reduces = row->shape == torch::Shape::reduce && view.arguments().children().empty() &&
                         row->given_gives != torch::Gives::unknown;
    // zeros_like() is not called pointwise, and fits every shape as well.
    const bool fits = row->traits.pointwise || (row->traits.cuts && row->shape == torch::Shape::same) || reduces ||
                      (row->traits.view && row->shape == torch::Shape::same) || works_along(*row, view);
    if (!row->traits.total || !fits) return refuse(node, "may raise an error");
    if (!row->traits.transparent && !row->traits.cuts) spoils(node);
    std::optional<Form> tensors;
    bool all_bool = true;
    std::vector<Node> options;
    const auto add = [&](Node given) {
        check(given);
        const Form form = forms_.of(given);
        if (tensors) check_shapes(node, *tensors, form);
        all_bool = all_bool && form.is_bool();
        if (is_mask(facts_, given) && !form.is_bool()) refuse(given, "may be no bool tensor");
        tensors = tensors ? forms_.combined(*tensors, form, Op::none) : form;
    };
    if (view.function().is(Kind::attribute) && forms_.of(view.function().child(Field::object)).is_tensor())
        add(view.function().child(Field::object));
    for (const Node argument : view.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        const Node given = keyword ? keyword->value() : argument;
        if (given.is(Kind::none)) continue;
        forms_.of(given).is_tensor() && !(keyword && keyword->name().text() == "out") ? add(given)
                                                                                      : options.push_back(given);
    }
    if (!tensors) return refuse(node, "may raise an error");
    for (const Node given : options)
        works_along(*row, view) ? check_dimension(node, given, *tensors) : check_option(node, *row, given, *tensors);
    if (proof_.refused()) return;
    if (reduces) return check_reduction(node, *tensors);
    if (!row->traits.cuts && all_bool) refuse(node, "is called with bool tensors, and may raise an error");
}

// `float(k + 1)`
bool Speculation::converts_number(Node call, const torch::Row* row) {
    const Node argument = syntax::Call{call}.arguments().first_child();
    return row && row->gives == torch::Gives::converted && argument && !argument.next_sibling() &&
           forms_.of(argument).is_number() && facts_.value(argument).kind != values::Kind::unknown;
}

// The largest element of none raises; the sum of none is 0. Whole numbers have no mean.
void Speculation::check_reduction(Node call, const Form& tensor) {
    const torch::Row* row = facts_.row_of(call);
    if (row->dtype == torch::Dtype::summed || row->dtype == torch::Dtype::boolean) return;
    Node object = syntax::Call{call}.function().child(Field::object);
    if (const Node bound = object ? forms_.bound(object) : Node{}) object = bound;
    const auto place = object ? forms_.place(object) : std::nullopt;
    const bool can_test = place && !assigned_.contains(place->text);
    if (!row->traits.pointwise && !tensor.floating) {
        if (!can_test) return refuse(call, "may raise an error for some dtypes");
        proof_.test(place->text + ".is_floating_point()");
    }
    if (tensor.shape.empty() || forms_.has_elements(tensor)) return;
    if (!can_test) return refuse(call, "may raise an error for an empty tensor");
    proof_.test(place->text + ".numel() > 0");
}

// A number, and not so large that a zero gradient times it is none. What a mask selects is not multiplied with
// anything.
void Speculation::check_option(Node call, const torch::Row& row, Node given, const Form& tensor) {
    const auto number = number_of(facts_.value(given));
    if (number && std::abs(*number) <= largest_factor) return;
    if (number && std::isinf(*number) && !row.mask.empty() && tensor.floating) return;
    if (!is_limit(given)) return refuse(call, "is called with more than tensors and moderate numbers");
    check_limit(given);
}

// Whole numbers have no softmax.
void Speculation::check_dimension(Node call, Node given, const Form& tensor) {
    const auto number = number_of(facts_.value(given));
    if (!number || !tensor.floating) return refuse(call, "may raise an error");
    const syntax::Call view{call};
    const Node first = view.arguments().first_child();
    const Node object = first.next_sibling() ? first : view.function().child(Field::object);
    const auto place = forms_.place(object);
    if (!place || assigned_.contains(place->text)) return refuse(call, "may raise an error for some shapes");
    proof_.test(place->text + ".dim() > " + std::to_string(static_cast<int>(*number < 0 ? -1 - *number : *number)));
}

// Made of what a dtype can hold: `-(torch.finfo(x.dtype).max - 1000)`.
bool Speculation::is_limit(Node given, Node statement) const {
    const Node node = syntax::unparenthesized(given);
    switch (node.kind()) {
        case Kind::integer:
        case Kind::float_: return std::abs(number_of(facts_.value(node)).value_or(2 * largest_factor)) <= largest_factor;
        case Kind::unary_operator: return is_limit(node.first_child(), statement);
        case Kind::binary_operator:
            return (operator_of(node) == Op::sub || operator_of(node) == Op::add) && is_limit(node.child(Field::left), statement) &&
                   is_limit(node.child(Field::right), statement);
        case Kind::attribute: {
            const Node call = node.child(Field::object);
            const torch::Row* row = call.is(Kind::call) ? facts_.row_of(call) : nullptr;
            return row && row->gives == torch::Gives::constant && row->dtype == torch::Dtype::floating &&
                   row->role == torch::Role::none;
        }
        case Kind::identifier: {
            if (const auto found = limits_.find(std::string(node.text())); found != limits_.end()) return found->second;
            const names::Binding* variable = facts_.variable(node);
            const auto definition = variable ? facts_.definition(*variable, statement) : std::nullopt;
            return definition && definition->statement && is_limit(definition->value, definition->statement);
        }
        default: return false;
    }
}

void Speculation::check_limit(Node given) {
    const Node node = syntax::unparenthesized(given);
    if (proof_.refused()) return;
    if (node.is(Kind::identifier)) return check_assigned(node);
    if (node.is(Kind::attribute)) return check_holder(node.child(Field::object));
    if (!node.is(Kind::unary_operator) && !node.is(Kind::binary_operator)) return;
    for (const Node operand : node.children()) check_limit(operand);
}

// Only floating dtypes have what `torch.finfo` gives.
void Speculation::check_holder(Node call) {
    const Node argument = syntax::Call{call}.arguments().first_child();
    if (!argument || argument.next_sibling() || !argument.is(Kind::attribute))
        return refuse(call, "may raise an error");
    const torch::Row* row = facts_.member_of_tensors(argument.child(Field::attribute).text());
    const Node tensor = argument.child(Field::object);
    if (!row || row->gives != torch::Gives::constant || row->dtype != torch::Dtype::same_dtype)
        return refuse(call, "may raise an error");
    const Form form = forms_.of(tensor);
    if (form.is_tensor() && form.floating) return;
    const auto place = forms_.place(tensor);
    if (!form.is_tensor() || !place || assigned_.contains(place->text))
        return refuse(call, "may raise an error for some dtypes");
    proof_.test(place->text + ".is_floating_point()");
}

void Speculation::check_shapes(Node node, const Form& left, const Form& right) {
    if (proof_.refused() || !left.is_tensor() || !right.is_tensor() || forms_.fit(left, right)) return;
    refuse(node, "may raise an error for some shapes");
}

void Speculation::check_numeric(Node operand) {
    const values::Value value = facts_.value(operand);
    const bool is_bool = forms_.of(operand).is_bool() || (value.is_tensor() && value.dtype == torch::Dtype::boolean);
    if (!proof_.refused() && is_bool) refuse(operand, "is a bool tensor, and may raise an error");
}

void Speculation::check_factor(Node node, Node factor, bool divides) {
    const auto number = number_of(facts_.value(factor));
    if (number && keeps_zero(*number, divides)) return;
    const auto place = forms_.place(factor);
    if (number || !place || !forms_.of(factor).is_number() || assigned_.contains(place->text)) return spoils(node);
    std::string size = "abs(" + place->text + ") <= " + std::string(largest_text);
    proof_.test(divides ? std::string(smallest_text) + " <= " + size : size);
}

}  // namespace transforms
