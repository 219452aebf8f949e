#include "transforms/speculation/speculation.h"

#include "analysis/effects/provenance.h"
#include "analysis/effects/slot_definitions.h"
#include "analysis/function/in_place_update.h"
#include "analysis/function/literals.h"
#include "analysis/operations/basic_index.h"
#include "analysis/operations/reduction.h"
#include "analysis/operations/trailing_unsqueeze.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/values/declared/classes.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/quote.h"
#include "transforms/metadata/slot_guards.h"
#include "transforms/operation/operation.h"
#include "transforms/proof/guard.h"
#include "transforms/speculation/gradient_hazards.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace transforms::speculation {

using operations::Form;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

bool is_elementwise(Op op) { return op == Op::add || op == Op::sub || op == Op::mul || op == Op::div; }
bool is_bitwise(Op op) { return op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor; }

}  // namespace

void Speculation::refuse(Node node, std::string_view why, proof::Requirements would_help) {
    proof_.refuse(edit::quoted(node).append(" ").append(why), would_help);
}

// No gradient comes back through `x.detach().amax()`.
bool Speculation::is_cut_off(Node node) const {
    for (const Node each : subtree(node))
        if (assigned_.contains(each.text())) return false;
    const effects::Roots roots = effects::roots_of(facts_, node, statement_);
    return roots.known && !roots.all.empty() && roots.differentiable.empty();
}

void Speculation::spoils(Node node) {
    if (facts_.without_gradients() || !hazard_.empty() || is_cut_off(node)) return;
    hazard_ = edit::quoted(node) + " may spoil gradients although its result is not used";
}

// Whether a call is checked as if its method made a new tensor: `y.clamp_(0)` as `y.clamp(0)`.
const torch::Row* Speculation::row_of(Node node) const {
    if (!node.is(Kind::call)) return nullptr;
    const bool updates = std::ranges::find(updates_, node) != updates_.end();
    return updates ? facts_.pure_twin(node) : facts_.row_of(node);
}

void Speculation::check(Node expression) {
    if (proof_.refused()) return;
    if (expression.is(Kind::parenthesized_expression)) return check(expression.first_child());
    if (expression.is(Kind::call)) {
        if (forms_.bound(expression)) return;  // it is made in any case
        if (const auto column = operations::column_of(facts_, expression); column && forms_.of_column(expression))
            return check(column->of);
    }
    if (const auto operation = operation::operation_of(facts_, expression, row_of(expression))) {
        if (operation->gradient() == operation::Gradient::may_spoil) spoils(expression);
        return operation->speculate(*this);
    }
    switch (expression.kind()) {
        case Kind::identifier: return check_name(expression);
        case Kind::attribute: return check_attribute(expression);
        case Kind::integer:
        case Kind::float_:
            return function::number_of(facts_.value(expression)) ? void() : refuse(expression, "is not a plain number");
        case Kind::unary_operator: return check_unary(expression);
        case Kind::binary_operator:
            return check_operator(expression, expression.child(Field::left), operator_of(expression),
                                  expression.child(Field::right));
        case Kind::comparison_operator: return check_comparison(expression);
        case Kind::subscript: return check_subscript(expression);
        case Kind::call: return refuse(expression, "may have an effect, or draw random numbers");
        default: return refuse(expression, "may have an effect, or raise an error");
    }
}

void Speculation::check_update(Node update) {
    if (update.is(Kind::augmented_assignment)) {
        const syntax::AugmentedAssignment view{update};
        return check_operator(update, view.target(), view.op(), view.value());
    }
    updates_ = function::links_of(update);
    check(update);
    updates_.clear();
}

void Speculation::check_name(Node identifier) {
    if (const Node bound = forms_.bound(identifier)) return check(bound);
    if (facts_.value(identifier).maybe_none) return refuse(identifier, "may be None");
    if (forms_.of(identifier).kind == Form::Kind::unknown)
        return refuse(identifier, "may be something else than a tensor or number");
    check_assigned(identifier);
}

// Of a function around this one.
bool Speculation::is_outer_parameter(Node identifier) const {
    const names::Reference reference = facts_.program().names().resolve(identifier);
    if (!reference) return false;
    const names::Binding& variable = reference.binding();
    return variable.is_bound_once() && variable.occurrences.front().kind == names::BindingKind::parameter;
}

// `LIMIT = 3 * math.log(3)` at the top of the file.
bool Speculation::is_constant_of_module(Node identifier) const {
    const names::Reference reference = facts_.program().names().resolve(identifier);
    const values::Value value = facts_.value(identifier);
    return reference && reference.scope == &facts_.program().names().top() && reference.binding().is_bound_once() &&
           function::is_traced_number(value);
}

void Speculation::check_assigned(Node identifier) {
    if (assigned_.contains(identifier.text())) return;
    const names::Binding* variable = facts_.variable(identifier);
    if (!variable) {
        const bool is_there = facts_.value(identifier).is(values::Kind::literal) || is_outer_parameter(identifier) ||
                              is_constant_of_module(identifier);
        return is_there ? void() : refuse(identifier, "is no variable of this function");
    }
    if (facts_.must_defined().before(statement_, variable->text)) return;
    refuse(identifier, "may not be assigned yet");
}

void Speculation::check_attribute(Node node) {
    if (forms_.bound(node)) return;  // it is read in any case
    const Node object = node.child(Field::object);
    if (operations::field_of(facts_, node)) return check(object);  // x.sort().values
    if (!object.is(Kind::identifier) || !effects::is_plain_attribute(facts_, node))
        return refuse(node, "may run code when it is read");
    if (forms_.of(node).kind == Form::Kind::unknown) refuse(node, "may be something else than a tensor or number");
}

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
    if (power != 0.0 && power != 1.0) spoils(node);
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

void Speculation::check_subscript(Node node) {
    if (forms_.bound(node)) return;  // it is read in any case
    if (function::is_item(facts_, node)) return check_item(node);
    check(node.child(Field::value));
    if (proof_.refused() || operations::field_of(facts_, node) || forms_.of_column(node)) return;
    const Form tensor = forms_.of(node.child(Field::value));
    const auto cut = operations::cut_of(node);
    if (trusts_ && tensor.is_tensor() && !cut && is_basic_index(node)) return may_raise(node, "may raise an error");
    if (!tensor.is_tensor() || !cut) return refuse(node, "may raise an error", {proof::Requirement::fit});
    if (cut->rank == 0) return;
    const auto part = part_of_shape(cut->of, tensor);
    if (!part) return may_raise(node, "may raise an error for some shapes");
    test_fit(proof::rank_above(*part, static_cast<int>(cut->rank) - 1));
    for (const auto& [dim, size] : cut->items)
        test_fit(proof::compared(proof::Guard::Property::shape, *part, proof::Guard::Relation::above,
                                 std::to_string(size - 1), "[" + std::to_string(dim) + "]"));
}

void Speculation::check_item(Node node) {
    const auto torch = edit::torch_name(facts_.program().names(), facts_.function());
    const Node holder = node.child(Field::value);
    // Of another dict, which the arm assigns, nothing is known in front of it.
    if (!forms_.of(node).is_tensor() || assigned_.contains(holder.text())) return refuse(node, "may raise an error");
    check_assigned(holder);
    if (!assigned_.contains(node.text()) && !facts_.item_definition(node, statement_))
        metadata::test_item(facts_, statement_, node.text(), *torch, proof_);
}

void Speculation::check_shapes(Node node, const Form& left, const Form& right) {
    if (proof_.refused() || !left.is_tensor() || !right.is_tensor() || forms_.fit(left, right)) return;
    may_raise(node, "may raise an error for some shapes");
}

void Speculation::check_numeric(Node operand) {
    const values::Value value = facts_.value(operand);
    const bool is_bool = forms_.of(operand).is_bool() || (value.is_tensor() && value.dtype == torch::Dtype::boolean);
    if (!proof_.refused() && is_bool) refuse(operand, "is a bool tensor, and may raise an error");
}

// A bool of Python, which may be all that is known of a number, cannot be subtracted.
void Speculation::check_no_bool(Node operand) {
    const Node node = syntax::unparenthesized(operand);
    if (forms_.of(node).is_number() && forms_.place(node) && facts_.value(node).is(values::Kind::unknown))
        proof_.test(proof::is_no_instance(node.text(), "bool"));
}

std::optional<std::string> Speculation::part_before(Node expression, const IsSuch& is_such, int depth) {
    constexpr int deepest = 8;
    if (!expression || depth > deepest) return std::nullopt;
    if (const auto place = forms_.place(expression); place && is_before(*place) && is_such(forms_.of(expression)))
        return place->text;
    for (const Node each : subtree(expression)) {
        const Node node = each, bound = forms_.bound(node), part = bound ? bound : node;
        if (!part.is(Kind::identifier) || !facts_.variable(part)) continue;
        if (const auto found = assigned_.find(part.text()); found != assigned_.end()) {
            if (const auto made_of = part_before(found->second, is_such, depth + 1)) return made_of;
        } else if (const auto place = forms_.place(part); place && is_such(forms_.of(part))) {
            return place->text;
        }
    }
    return std::nullopt;
}

std::optional<std::string> Speculation::part_of_shape(Node expression, const Form& tensor) {
    const auto shaped = [&](const Form& form) { return form.is_tensor() && form.shape == tensor.shape; };
    return tensor.shape.empty() ? std::nullopt : part_before(expression, shaped);
}

}  // namespace transforms::speculation
