#include "transforms/metadata/inference.h"

#include "analysis/effects/slot_definitions.h"
#include "analysis/function/dict_slot.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/metadata/kind_heuristics.h"
#include "transforms/metadata/slot_guards.h"
#include "transforms/proof/guard.h"

#include <algorithm>
#include <utility>

namespace transforms::metadata {

using operations::Form;
using operations::number;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr int max_depth = 40;
constexpr int max_inductions = 200;  // of one question: variables made of each other ask for each other again and again
constexpr int max_steps = 4;         // from a number to what it was made of

// The parameters that the number is made of of which nothing but their default says that they are numbers: `k` of
// `def f(x, k=0.5)`.
std::vector<Node> defaults_of(const function::Facts& facts, const names::Binding& variable, Node at, int steps) {
    const auto made = facts.definition(variable, at);
    if (!made) return {};
    std::vector<Node> all;
    for (const syntax::Parameter& each : syntax::parameters_of(facts.function()))
        if (!made->statement && made->value == each.name && each.value && !each.annotation) all.push_back(each.name);
    if (!made->statement || steps == 0) return all;
    for (const Node node : subtree(made->value))
        if (const names::Binding* part = facts.variable(node))
            for (const Node each : defaults_of(facts, *part, made->statement, steps - 1)) all.push_back(each);
    return all;
}

}  // namespace

Place Forms::place_of(const names::Binding& variable, Node at) const {
    const auto definition = facts_.definition(variable, at);
    const std::string text(variable.text);
    return {.text = text, .key = key_of(text, (definition ? definition->value : at).index())};
}

std::optional<Place> Forms::place(Node expression) const {
    const Node node = syntax::unparenthesized(expression);
    if (const names::Binding* variable = facts_.variable(node)) return place_of(*variable, at_);
    const bool path = node.is(Kind::attribute) && node.child(Field::object).is(Kind::identifier) &&
                      facts_.value(node.child(Field::object)).is(values::Kind::object);
    if (!path && !function::is_item(facts_, node)) return std::nullopt;
    return Place{std::string(node.text()), key_of(node.text(), effects::held_since(facts_, node, at_))};
}

Form Forms::opaque(Node node) const {
    return operations::opaque_form(facts_.value(node), "@" + std::to_string(node.index()));
}

Form Forms::of_kept(const names::Binding& variable, const values::Value& value) {
    const Place held = kept_place(variable);
    if (const auto found = assigned_.find(held.text); found != assigned_.end()) return found->second;
    if (const auto found = known_.find(held.key); found != known_.end()) return as_tested(found->second, held);
    return of_variable(variable, value, held);
}

// What nothing is known of is taken for what it looks like, and tested at the anchor.
Form Forms::guessed(const names::Binding& variable, const Place& place) {
    if (!may_guess_ && !facts_.taken_for(variable)) return {};
    if (place.key != kept_place(variable).key) return {};
    const Form tensor{.kind = Form::Kind::tensor, .shape = {place.key}, .dtype = place.key};
    if (tensors_.contains(place.key)) return tensor;
    if (has_other_members(facts_, variable)) return {};
    const bool is_a_number = looks_like_number(facts_, variable);
    const auto torch = edit::torch_name(facts_.program().names(), facts_.function());
    if (!is_a_number && !torch) return {};
    proof_.test_kind(is_a_number ? proof::is_number(place.text) : proof::is_tensor(place.text, *torch));
    if (is_a_number) {
        numbers_->insert(place.key);
        return number(place.key);
    }
    return tensor;
}

bool Forms::is_by_default(const names::Binding& variable) const {
    return !defaults_of(facts_, variable, at_, max_steps).empty();
}

Form Forms::by_default(const names::Binding& variable, const values::Value& value, const Place& place) {
    const std::vector<Node> defaults = defaults_of(facts_, variable, at_, max_steps);
    const bool is_flag = defaults.size() == 1 && values::category(value) == torch::Dtype::boolean;
    for (const Node each : defaults) {
        const auto still = facts_.definition(*facts_.variable(each), anchor_);
        if (!still || still->value != each) return {};
        proof_.test_kind(is_flag ? proof::is_instance(each.text(), "bool") : proof::is_number(each.text()));
    }
    return number(is_flag ? "bool" : place.key);
}

Form Forms::at_place(Node expression, const Place& place) {
    if (at_ == anchor_)
        if (const auto found = assigned_.find(place.text); found != assigned_.end()) return found->second;
    if (const auto found = known_.find(place.key); found != known_.end()) return as_tested(found->second, place);
    const values::Value value = facts_.value(expression);
    if (function::is_number(value)) {
        const names::Binding* variable = facts_.variable(expression);
        if (variable && follows_ && is_by_default(*variable)) return by_default(*variable, value, place);
        Form form = number(operations::number_term(value));
        if (form.dtype == "number") form.dtype = place.key;
        return form;
    }
    if (const names::Binding* variable = facts_.variable(expression)) return of_variable(*variable, value, place);
    return as_tested(operations::opaque_form(value, place.key), place);
}

Form Forms::as_tested(Form form, const Place& place) const {
    if (form.is_tensor() && masks_->contains(place.key)) form.dtype = "bool", form.floating = false;
    return form;
}

// What nothing is known of is taken for a tensor if the function assigns it, or asks for it in any case, and tested to
// be one.
Form Forms::of_item(Node item) {
    const Place held = *place(item);
    const auto torch = edit::torch_name(facts_.program().names(), facts_.function());
    const bool is_given = (at_ == anchor_ && assigned_.contains(held.text)) || known_.contains(held.key);
    const bool is_known = is_given || function::is_number(facts_.value(item));
    if (const auto made = is_known ? std::nullopt : facts_.item_definition(item, at_)) {
        const Form form = of_made(*made);
        return form.kind == Form::Kind::unknown ? at_place(item, held) : form;
    }
    const bool at_anchor = effects::held_since(facts_, item, at_) == effects::held_since(facts_, item, anchor_);
    const bool guesses = function::held_value(facts_, item).is(values::Kind::unknown) && may_guess_ &&
                         (items_.contains(held.key) || function::is_assigned(facts_, item));
    if (is_given || !guesses || !at_anchor || !torch) return at_place(item, held);
    test_item(facts_, anchor_, held.text, *torch, proof_);
    return {.kind = Form::Kind::tensor, .shape = {held.key}, .dtype = held.key};
}

// The first answer about a value stands.
Form Forms::of_variable(const names::Binding& variable, const values::Value& value, const Place& place) {
    if (inductions_ > 0) return as_tested(followed(variable, value, place), place);
    if (const auto found = answered_.find(place.key); found != answered_.end()) return found->second;
    Form form = as_tested(followed(variable, value, place), place);
    if (form.kind != Form::Kind::unknown) answered_[place.key] = form;
    return form;
}

// Of what was made earlier.
Form Forms::of_made(const function::Definition& made) {
    if (depth_ == max_depth) return {};
    const Node statement = std::exchange(at_, made.statement);
    ++depth_;
    Form form = of(made.value);
    --depth_;
    at_ = statement;
    return form;
}

Form Forms::followed(const names::Binding& variable, const values::Value& value, const Place& place) {
    if (const auto found = inductive_.find(std::string(variable.text)); found != inductive_.end()) return found->second;
    const auto definition = facts_.definition(variable, at_);
    // Of a known tensor it is enough to know that.
    const bool may_guess = std::exchange(may_guess_, may_guess_ && !value.is_tensor());
    if (definition && definition->statement) {
        Form form = of_made(*definition);
        if (form.kind != Form::Kind::unknown) {
            may_guess_ = may_guess;
            return form;
        }
    }
    const auto inductive = definition ? std::nullopt : by_induction(variable);
    may_guess_ = may_guess;
    if (inductive) return *inductive;
    return value.is(values::Kind::unknown) ? guessed(variable, place) : operations::opaque_form(value, place.key);
}

// Every assignment gives what the first one gave, if the variable was that before.
std::optional<Form> Forms::by_induction(const names::Binding& variable) {
    if (depth_ >= max_depth || inductions_ == max_inductions) return std::nullopt;
    const bool is_first = inductions_ == 0;
    std::optional<Form> first;
    const Node at = at_;
    ++depth_;
    ++inductions_;
    bool holds = true;
    for (const names::Occurrence& occurrence : variable.occurrences) {
        if (occurrence.kind == names::BindingKind::parameter && facts_.is_replaced(variable, at)) continue;
        const Node parent = occurrence.node.parent();
        const bool updates = parent.is(Kind::augmented_assignment) && parent.op() != Op::matmul;
        if (updates && first) continue;  // keeps shape and dtype
        const auto assignment = syntax::as<syntax::Assignment>(parent);
        const bool plain = occurrence.kind == names::BindingKind::assignment && assignment && assignment->value() &&
                           assignment->target() == occurrence.node && !assignment->value().is(Kind::assignment);
        holds = plain;
        if (!holds) break;
        at_ = syntax::statement_of(parent);
        Form form = of(assignment->value());
        if (!first) {
            first = form;
            inductive_[std::string(variable.text)] = std::move(form);
        } else {
            holds = operations::same_form(*first, form);
        }
        if (!holds) break;
    }
    --depth_;
    if (is_first) inductions_ = 0;
    at_ = at;
    inductive_.erase(std::string(variable.text));
    if (!holds || !first || !first->is_tensor()) return std::nullopt;
    return first;
}

Form Forms::of_both(Node left, Node right, Op op) {
    const Form one = of(left), other = of(right);
    return combined(one, other, op);
}

Form Forms::combined(const Form& left, const Form& right, Op op) {
    if (left.kind == Form::Kind::unknown || right.kind == Form::Kind::unknown) return {};
    Form result;
    if (left.is_number() && right.is_number()) {
        const bool floats = op == Op::div || left.dtype == "float" || right.dtype == "float";
        const bool ints = left.dtype == "int" && right.dtype == "int" && op != Op::pow;
        result = number(floats ? "float" : ints ? "int" : "number");
        result.kept = left.kept || right.kept;
    } else if (left.is_tensor() && right.is_tensor()) {
        result = op == Op::div ? operations::quotient(left, right) : operations::promoted(left, right);
        result.shape = left.shape;
        add_shape(result.shape, right.shape);
        executed(result);
    } else {
        result = left.is_tensor() ? operations::with_number(left, right) : operations::with_number(right, left);
    }
    if (!result.is_tensor()) return result;
    if (compares(op)) {
        result.dtype = "bool";
        result.floating = false;
    }
    return op == Op::div ? operations::floated(std::move(result)) : result;
}

void Forms::add_shape(std::set<std::string>& shape, const std::set<std::string>& more) const {
    shape.insert(more.begin(), more.end());
    std::erase_if(shape, [&](const std::string& each) {
        const auto large = absorbed_.find(each);
        return large != absorbed_.end() && std::ranges::includes(shape, large->second);
    });
}

void Forms::executed(const Form& form) {
    if (is_executed()) fitting_.insert(form.shape);
}

// `torch.isnan(y)` raises unless y is a tensor.
void Forms::takes_tensor(Node call) {
    if (!call.is(Kind::call)) return;
    const Node function = call.child(Field::function);
    const torch::Row* row = facts_.row_of(call);
    const bool is_method = function.is(Kind::attribute) && facts_.value(function.child(Field::object)).is_tensor();
    const Node first = syntax::Call{call}.arguments().first_child();
    if (!row || !row->traits.pure || !row->traits.pointwise || is_method || !first) return;
    if (const auto held = place(first)) tensors_.insert(held->key);
}

void Forms::is_evaluated(Node expression) {
    for (const Node node : subtree(expression)) {
        takes_tensor(node);
        if (function::is_item(facts_, node)) items_.insert(place(node)->key);
    }
    evaluated_ = true;
    for (const Node node : subtree(expression)) {
        if (node.is(Kind::binary_operator) || node.is(Kind::comparison_operator) || node.is(Kind::call)) (void)of(node);
    }
    evaluated_ = false;
}

bool Forms::fit(const Form& a, const Form& b) const {
    std::set<std::string> all = a.shape;
    add_shape(all, b.shape);
    // One of them went into the other, and not only because it is a part of it.
    if (all.size() < a.shape.size() + b.shape.size() && std::ranges::any_of(absorbed_, [&](const auto& pair) {
            return (a.shape.contains(pair.first) && std::ranges::includes(b.shape, pair.second)) ||
                   (b.shape.contains(pair.first) && std::ranges::includes(a.shape, pair.second));
        }))
        return all == a.shape || all == b.shape;
    return std::ranges::any_of(fitting_, [&](const auto& known) { return std::ranges::includes(known, all); }) ||
           std::ranges::includes(a.shape, b.shape) || std::ranges::includes(b.shape, a.shape);
}

}  // namespace transforms::metadata
