#include "transforms/speculation/speculation.h"

#include "analysis/effects/accumulator.h"
#include "analysis/effects/computation.h"
#include "analysis/effects/grad_history.h"
#include "analysis/effects/provenance.h"
#include "analysis/effects/slot_definitions.h"
#include "analysis/function/argument.h"
#include "analysis/function/in_place_update.h"
#include "analysis/function/literals.h"
#include "analysis/operations/basic_index.h"
#include "analysis/operations/reduction.h"
#include "analysis/operations/trailing_unsqueeze.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/quote.h"
#include "transforms/metadata/slot_guards.h"
#include "transforms/operation/operation.h"
#include "transforms/proof/guard.h"

#include <algorithm>

namespace transforms::speculation {

using operations::Form;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

void Speculation::refuse(Node node, std::string_view why, proof::Requirements would_help) {
    proof_.refuse(edit::quoted(node).append(" ").append(why), would_help);
}

// No gradient comes back through `x.detach().amax()`, nor to `x.var()` of `x.var().detach()`.
bool Speculation::is_cut_off(Node node) const {
    for (Node at = node.parent(); at && !syntax::is_statement(at.kind()); at = at.parent())
        if (at.is(Kind::call) && effects::is_detached(facts_, at)) return true;
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

// `float("-inf")`, `float("nan")`
bool Speculation::is_constant(Node call) const {
    const torch::Row* row = row_of(call);
    if (!row || row->role != torch::Role::number_type) return false;
    const Node given = syntax::Call{call}.only_argument();
    return function::number_of(facts_.value(call)) || (given && syntax::plain_string(given) == "nan");
}

void Speculation::check(Node expression) {
    if (proof_.refused()) return;
    if (expression.is(Kind::parenthesized_expression)) return check(expression.first_child());
    if (expression.is(Kind::call)) {
        if (forms_.bound(expression)) return;  // it is made in any case
        if (is_constant(expression)) return;
        const torch::Row* row = row_of(expression);
        if (row && effects::sizes_by_data(*row))
            return refuse(expression, "has as many elements as the data decides, and what follows may raise for none");
        if (function::writes_argument(facts_, expression)) return refuse(expression, "does more than to compute");
        if (const auto column = operations::column_of(facts_, expression); column && forms_.of_column(expression))
            return check(column->of);
    }
    if (const auto operation = operation::operation_of(facts_, expression, row_of(expression))) {
        if (operation->gradient() == operation::Gradient::may_spoil && !keeps_from_border(expression))
            spoils(expression);
        return operation->speculate(*this);
    }
    switch (expression.kind()) {
        case Kind::identifier: return check_name(expression);
        case Kind::attribute: return check_attribute(expression);
        case Kind::true_:
        case Kind::false_: return;
        case Kind::integer:
        case Kind::float_:
            return function::number_of(facts_.value(expression)) ? void() : refuse(expression, "is not a plain number");
        case Kind::unary_operator: return check_unary(expression);
        case Kind::binary_operator:
            return check_operator(expression, expression.child(Field::left), operator_of(expression),
                                  expression.child(Field::right));
        case Kind::comparison_operator: return check_comparison(expression);
        case Kind::subscript: return check_subscript(expression);
        case Kind::conditional_expression: return check_choice(syntax::Conditional{expression});
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
    const names::Binding* variable = facts_.variable(identifier);
    const bool accumulates = trusts_ && variable && effects::is_accumulator(facts_, *variable);
    if (facts_.value(identifier).maybe_none && !accumulates)
        return refuse(identifier, "may be None", {proof::Requirement::fit});
    if (forms_.of(identifier).kind == Form::Kind::unknown && !accumulates) {
        constexpr std::string_view why = "may be something else than a tensor or number";
        if (!is_outer_parameter(identifier)) return refuse(identifier, why);
        may_raise(identifier, why);
    }
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
    // `limits.clip` of a parameter of which nothing is known; not `x.T`, a view where that is a tensor
    const torch::Row* member = facts_.member_of_tensors(node.child(Field::attribute).text());
    const bool is_unknown =
        facts_.variable(object) && facts_.value(object).is(values::Kind::unknown) && !(member && member->traits.view);
    const bool is_setting = is_unknown || (object.is(Kind::attribute) && !facts_.value(object).is_tensor());
    if (is_setting) return check_setting(node);
    if (is_constant_of_class(node)) return;
    if (member && member->traits.total && facts_.value(object).is_tensor()) return check(object);  // `w.data`
    if (!object.is(Kind::identifier) || !effects::is_plain_attribute(facts_, node))
        return refuse(node, "may run code when it is read");
    if (forms_.of(node).kind == Form::Kind::unknown) refuse(node, "may be something else than a tensor or number");
}

namespace {

// A class of the file has a method of that name, which may be a property.
bool is_defined_in_class(const syntax::Tree& tree, std::string_view name) {
    for (const Node class_ : tree.root().children())
        for (const Node member :
             class_.is(Kind::class_definition) ? class_.child(Field::body).children() : syntax::Children{{}}) {
            const Node definition = member.is(Kind::decorated_definition) ? member.child(Field::definition) : member;
            if (definition.is(Kind::function_definition) && definition.child(Field::name).text() == name) return true;
        }
    return false;
}

}  // namespace

// `self.config.decay`: of whatever is configured, a number, as is assumed; no property of a class of the program.
void Speculation::check_setting(Node node) {
    const values::Value value = facts_.value(node);
    for (Node at = node; at.is(Kind::attribute); at = at.child(Field::object)) {
        const values::Value object = facts_.value(at.child(Field::object));
        const std::string_view name = at.child(Field::attribute).text();
        const bool is_method = object.is(values::Kind::object) ? object.object().class_->methods.contains(name)
                                                               : is_defined_in_class(*node.tree(), name);
        if (is_method) return refuse(node, "may run code when it is read");
    }
    if (function::is_number(value) || value.is(values::Kind::literal)) return;
    if (!value.is(values::Kind::unknown)) return refuse(node, "may be something else than a tensor or number");
    may_raise(node, "may be something else than a number");
}

// `x[rows]` of whole numbers, and `x[torch.arange(n), ends]`: how many there are, no data decides. One without
// dimensions would be read.
bool Speculation::picks_rows(Node subscript) {
    for (const Node index : syntax::Subscript{subscript}.indices()) {
        const values::Value value = facts_.value(index);
        if (!value.is_tensor() || value.dtype != torch::Dtype::integer || value.rank < 1) return false;
        check(index);
    }
    return !proof_.refused();
}

void Speculation::check_subscript(Node node) {
    if (forms_.bound(node)) return;  // it is read in any case
    if (function::is_item(facts_, node)) return check_item(node);
    if (const Node list = node.child(Field::value); is_in_list(node))
        return list.is(Kind::call) ? check(list) : check_assigned(list);
    const Node object = node.child(Field::value);
    const bool is_part = facts_.value(object).is(values::Kind::sequence) && facts_.value(node).is_tensor();
    if (trusts_ && is_part && facts_.variable(object)) {  // `sigmas[i]` of a list
        check_assigned(object);
        return may_raise(node, "may raise an error");
    }
    check(object);
    if (proof_.refused() || operations::field_of(facts_, node) || forms_.of_column(node)) return;
    const Form tensor = forms_.of(object);
    const auto cut = operations::cut_of(node);
    const bool is_cut = tensor.is_tensor() && !cut && is_basic_index(node);
    if (trusts_ && (is_part || is_cut)) return may_raise(node, "may raise an error");
    if (trusts_ && tensor.is_tensor() && picks_rows(node)) return may_raise(node, "may raise an error");
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
