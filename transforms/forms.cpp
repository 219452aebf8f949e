#include "transforms/forms.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/torch_name.h"

#include <algorithm>
#include <utility>

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr int max_depth = 40;
constexpr std::string_view tensor_class = ".Tensor";

std::string joined(const std::set<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text.append(text.empty() ? "" : ",").append(name);
    return text;
}

// What a float, or a division, makes of a dtype.
Form floated(Form form) {
    if (form.is_number()) form.dtype = "float";
    if (!form.is_tensor() || form.floating) return form;
    form.dtype = "f(" + form.dtype + ")";
    form.floating = true;
    return form;
}

std::string number_term(const values::Value& value) {
    switch (values::category(value)) {
        case torch::Dtype::boolean: return "bool";
        case torch::Dtype::integer: return "int";
        case torch::Dtype::floating: return "float";
        default: return value.is(values::Kind::shape_number) ? "int" : "number";
    }
}

Form number(std::string term) { return {.kind = Form::Kind::number, .shape = {}, .dtype = std::move(term)}; }

// Of a value that nothing else is known of: a shape and a dtype of its own.
Form opaque_form(const values::Value& value, const std::string& label) {
    if (is_number(value)) return number(number_term(value));
    if (!value.is_tensor() || value.maybe_none) return {};
    return {.kind = Form::Kind::tensor, .shape = {label}, .dtype = label};
}

// The dtype of a tensor that a number takes part in.
Form with_number(Form tensor, const Form& number) {
    if (tensor.floating || number.dtype == "bool") return tensor;
    if (number.dtype == "float") return floated(std::move(tensor));
    if (number.dtype == "int") {
        if (tensor.dtype == "bool") tensor.dtype = "int64";
        return tensor;
    }
    tensor.dtype = "n(" + tensor.dtype + "," + number.dtype + ")";
    return tensor;
}

// The common dtype of two tensors. A tensor without dimensions gives way to one with some, so shapes are in the term.
Form promoted(const Form& a, const Form& b) {
    if (a.dtype == b.dtype) return {.kind = a.kind, .shape = {}, .dtype = a.dtype, .floating = a.floating};
    for (const auto& [one, other] : {std::pair(&a, &b), std::pair(&b, &a)})
        if (one->dtype == "bool" || other->dtype == "f(" + one->dtype + ")")
            return {.kind = a.kind, .shape = {}, .dtype = other->dtype, .floating = other->floating};
    const auto term = [](const Form& form) { return form.dtype + "@" + joined(form.shape); };
    const auto [first, second] = std::minmax({term(a), term(b)});
    return {.kind = a.kind, .shape = {}, .dtype = "p(" + first + "|" + second + ")",
            .floating = a.floating && b.floating};
}

const torch::Row* pure_row(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    if (row && row->traits.in_place) return facts.pure_twin(call);
    return row && (row->traits.pure || row->traits.view) ? row : nullptr;
}

bool is_given(Node call, const torch::Row& row) {
    int position = 0;
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        if (keyword ? keyword->name().text() == row.given || keyword->name().text() == "axis"
                    : position == row.given_position)
            return true;
        if (!keyword) ++position;
    }
    return false;
}

// `keep = logits > cut`, of which nothing is known but that something is done with `keep` which is only done with
// tensors.
bool compares_tensors(const Facts& facts, Node comparison, Node function) {
    const auto assignment = syntax::as<syntax::Assignment>(comparison.parent());
    const names::Binding* variable = assignment ? facts.variable(assignment->target()) : nullptr;
    if (!variable || facts.value(comparison).is_tensor()) return false;
    for (std::uint32_t i = comparison.end_index(); i < function.end_index(); ++i)
        if (const Node node = function.tree()->node(i);
            facts.variable(node) == variable && facts.value(node).is_tensor())
            return true;
    return false;
}

// Whether something in the function takes the variable for a number, as far as the spelling goes. Only decides what is
// tested, never what is true.
bool looks_like_number(const Facts& facts, const names::Binding& variable, Node function) {
    for (std::uint32_t i = function.index(); i < function.end_index(); ++i) {
        const Node node = function.tree()->node(i);
        if (facts.variable(node) == &variable && (facts.value(node).is_tensor() || node.parent().is(Kind::attribute)))
            return false;
    }
    for (std::uint32_t i = function.index(); i < function.end_index(); ++i) {
        const Node node = function.tree()->node(i);
        if (facts.variable(node) != &variable) continue;
        const Node parent = node.parent();
        if (parent.is(Kind::comparison_operator)) return !compares_tensors(facts, parent, function);
        if (!parent.is(Kind::binary_operator)) continue;
        const Node left = parent.child(Field::left), right = parent.child(Field::right);
        const Node other = left == node ? right : left;
        if (is_number(facts.value(other))) return false;
        if (operator_of(parent) == Op::div) return right == node;
        // a coefficient: `a - k * b`
        if (operator_of(parent) == Op::mul && left == node && !facts.value(other).is_tensor() &&
            parent.parent().is(Kind::binary_operator))
            return true;
    }
    return false;
}

}  // namespace

bool same_form(const Form& a, const Form& b) {
    return a.is_tensor() && b.is_tensor() && a.shape == b.shape && a.dtype == b.dtype;
}

Place Forms::place_of(const names::Binding& variable, Node at) const {
    const auto definition = facts_.definition(variable, at);
    const std::string text(variable.text);
    return {.text = text, .key = text + "#" + std::to_string((definition ? definition->value : at).index())};
}

std::optional<Place> Forms::place(Node expression) const {
    const Node node = syntax::unparenthesized(expression);
    if (const names::Binding* variable = facts_.variable(node)) return place_of(*variable, at_);
    const bool path = node.is(Kind::attribute) && node.child(Field::object).is(Kind::identifier) &&
                      facts_.value(node.child(Field::object)).is(values::Kind::object);
    if (!path) return std::nullopt;
    return Place{std::string(node.text()), std::string(node.text()) + "#" + std::to_string(at_.index())};
}

Form Forms::opaque(Node node, std::string label) const { return opaque_form(facts_.value(node), label); }

Form Forms::of_kept(const names::Binding& variable, const values::Value& value) {
    const Place held = kept_place(variable);
    if (const auto found = assigned_.find(held.text); found != assigned_.end()) return found->second;
    if (const auto found = known_.find(held.key); found != known_.end()) return found->second;
    return of_variable(variable, value, held);
}

// What nothing is known of is taken for what it looks like, and tested at the anchor.
Form Forms::guessed(const names::Binding& variable, const Place& place) {
    if (!may_guess_) return {};
    if (place.key != kept_place(variable).key) return {};
    const Form tensor{.kind = Form::Kind::tensor, .shape = {place.key}, .dtype = place.key};
    if (tensors_.contains(place.key)) return tensor;
    const bool is_a_number = looks_like_number(facts_, variable, facts_.function());
    const auto torch = torch_name(facts_.program(), facts_.function());
    if (!is_a_number && !torch) return {};
    const std::string condition = "isinstance(" + place.text + ", " +
                                  (is_a_number ? "(int, float))" : std::string(*torch).append(tensor_class).append(")"));
    proof_.test_kind(condition);
    if (is_a_number) {
        numbers_->insert(place.key);
        return number(place.key);
    }
    return tensor;
}

Form Forms::at_place(Node expression, const Place& place) {
    if (at_ == anchor_)
        if (const auto found = assigned_.find(place.text); found != assigned_.end()) return found->second;
    if (const auto found = known_.find(place.key); found != known_.end()) return found->second;
    const values::Value value = facts_.value(expression);
    if (transforms::is_number(value)) {
        Form form = number(number_term(value));
        if (form.dtype == "number") form.dtype = place.key;
        return form;
    }
    if (const names::Binding* variable = facts_.variable(expression)) return of_variable(*variable, value, place);
    return opaque(expression, place.key);
}

// The first answer about a value stands.
Form Forms::of_variable(const names::Binding& variable, const values::Value& value, const Place& place) {
    if (inductions_ > 0) return followed(variable, value, place);
    if (const auto found = answered_.find(place.key); found != answered_.end()) return found->second;
    Form form = followed(variable, value, place);
    if (form.kind != Form::Kind::unknown) answered_[place.key] = form;
    return form;
}

Form Forms::followed(const names::Binding& variable, const values::Value& value, const Place& place) {
    if (const auto found = inductive_.find(std::string(variable.text)); found != inductive_.end()) return found->second;
    const auto definition = facts_.definition(variable, at_);
    // Of a known tensor it is enough to know that.
    const bool may_guess = std::exchange(may_guess_, may_guess_ && !value.is_tensor());
    if (definition && definition->statement && depth_ < max_depth) {
        const Node statement = std::exchange(at_, definition->statement);
        ++depth_;
        Form form = of(definition->value);
        --depth_;
        at_ = statement;
        if (form.kind != Form::Kind::unknown) {
            may_guess_ = may_guess;
            return form;
        }
    }
    const auto inductive = definition ? std::nullopt : by_induction(variable);
    may_guess_ = may_guess;
    if (inductive) return *inductive;
    return value.is(values::Kind::unknown) ? guessed(variable, place) : opaque_form(value, place.key);
}

// Every assignment gives what the first one gave, if the variable was that before.
std::optional<Form> Forms::by_induction(const names::Binding& variable) {
    if (depth_ >= max_depth) return std::nullopt;
    std::optional<Form> first;
    const Node at = at_;
    ++depth_;
    ++inductions_;
    bool holds = true;
    for (const names::Occurrence& occurrence : variable.occurrences) {
        const Node parent = occurrence.node.parent();
        if (parent.is(Kind::augmented_assignment) && first) continue;  // keeps shape and dtype
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
            holds = same_form(*first, form);
        }
        if (!holds) break;
    }
    --depth_;
    --inductions_;
    at_ = at;
    inductive_.erase(std::string(variable.text));
    if (!holds || !first || !first->is_tensor()) return std::nullopt;
    return first;
}

Form Forms::combined(const Form& left, const Form& right, Op op) {
    if (left.kind == Form::Kind::unknown || right.kind == Form::Kind::unknown) return {};
    Form result;
    if (left.is_number() && right.is_number()) {
        const bool floats = op == Op::div || left.dtype == "float" || right.dtype == "float";
        result = number(floats ? "float" : left.dtype == "int" && right.dtype == "int" ? "int" : "number");
    } else if (left.is_tensor() && right.is_tensor()) {
        result = promoted(left, right);
        result.shape = left.shape;
        add_shape(result.shape, right.shape);
        executed(result);
    } else {
        result = left.is_tensor() ? with_number(left, right) : with_number(right, left);
    }
    if (!result.is_tensor()) return result;
    if (compares(op)) {
        result.dtype = "bool";
        result.floating = false;
    }
    return op == Op::div ? floated(std::move(result)) : result;
}

void Forms::add_shape(std::set<std::string>& shape, const std::set<std::string>& more) const {
    shape.insert(more.begin(), more.end());
    std::erase_if(shape, [&](const std::string& each) {
        const auto large = absorbed_.find(each);
        return large != absorbed_.end() && shape.contains(large->second);
    });
}

void Forms::executed(const Form& form) {
    if ((evaluated_ || at_ != anchor_) && inductions_ == 0) fitting_.insert(form.shape);
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
    for (std::uint32_t i = expression.index(); i < expression.end_index(); ++i) takes_tensor(expression.tree()->node(i));
    evaluated_ = true;
    for (std::uint32_t i = expression.index(); i < expression.end_index(); ++i) {
        const Node node = expression.tree()->node(i);
        if (node.is(Kind::binary_operator) || node.is(Kind::comparison_operator) || node.is(Kind::call)) (void)of(node);
    }
    evaluated_ = false;
}

bool Forms::fit(const Form& a, const Form& b) const {
    std::set<std::string> all = a.shape;
    add_shape(all, b.shape);
    // One of them went into the other, and not only because it is a part of it.
    if (all.size() < a.shape.size() + b.shape.size() && std::ranges::any_of(absorbed_, [&](const auto& pair) {
            return (a.shape.contains(pair.first) && b.shape.contains(pair.second)) ||
                   (b.shape.contains(pair.first) && a.shape.contains(pair.second));
        }))
        return all == a.shape || all == b.shape;
    return std::ranges::any_of(fitting_, [&](const auto& known) { return std::ranges::includes(known, all); }) ||
           std::ranges::includes(a.shape, b.shape) || std::ranges::includes(b.shape, a.shape);
}

Form Forms::of(Node expression) {
    const Node node = syntax::unparenthesized(expression);
    switch (node.kind()) {
        case Kind::integer: return number("int");
        case Kind::float_: return number("float");
        case Kind::identifier:
        case Kind::attribute:
            if (const auto bound = bound_.find(std::string(node.text())); bound != bound_.end()) return of(bound->second);
            if (const auto held = place(node)) return at_place(node, *held);
            return opaque(node, "@" + std::to_string(node.index()));
        case Kind::unary_operator: return of(node.first_child());
        case Kind::named_expression: return of(node.child(Field::value));
        case Kind::augmented_assignment:
            return combined(of(node.child(Field::left)), of(node.child(Field::right)), node.op());
        case Kind::binary_operator: {
            if (operator_of(node) == Op::matmul) break;
            return combined(of(node.child(Field::left)), of(node.child(Field::right)), operator_of(node));
        }
        case Kind::comparison_operator: {
            const Node left = node.first_child(), right = left.next_sibling();
            if (!right || right.next_sibling() || !compares(right.op())) break;
            Form form = combined(of(left), of(right), right.op());
            if (form.kind != Form::Kind::unknown) return form;
            form = opaque(node, "@" + std::to_string(node.index()));
            if (form.is_tensor()) form.dtype = "bool";
            return form;
        }
        case Kind::call: return of_call(node);
        case Kind::subscript: return of_subscript(node);
        default: break;
    }
    return opaque(node, "@" + std::to_string(node.index()));
}

Form Forms::of_subscript(Node node) {
    if (const Node stands_for = bound(node)) return of(stands_for);
    const bool may_guess = std::exchange(may_guess_, false);  // of a list one can ask for an item as well
    const Form object = of(node.child(Field::value));
    may_guess_ = may_guess;
    Form form = opaque(node, "@" + std::to_string(node.index()));
    if (!object.is_tensor() || !form.is_tensor()) return form;
    form.dtype = object.dtype;
    form.floating = object.floating;
    const std::vector<Node> indices = syntax::Subscript{node}.indices();
    const bool adds_one = indices.size() == 2 && indices[0].is(Kind::ellipsis) && indices[1].is(Kind::none);
    if (adds_one && !object.shape.empty()) form.shape = {"(" + joined(object.shape) + ",1)"};
    return form;
}

Form Forms::of_call(Node call) {
    const syntax::Call view{call};
    const torch::Row* row = pure_row(facts_, call);
    if (!row || !facts_.value(call).is_tensor()) return opaque(call, "@" + std::to_string(call.index()));
    std::vector<Form> arguments;
    if (view.function().is(Kind::attribute)) {
        const Form receiver = of(view.function().child(Field::object));
        if (receiver.is_tensor()) arguments.push_back(receiver);
    }
    for (const Node argument : view.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        if (!argument.is(Kind::none)) arguments.push_back(of(keyword ? keyword->value() : argument));
    }
    return of_row(*row, arguments, call);
}

Form Forms::of_row(const torch::Row& row, const std::vector<Form>& arguments, Node call) {
    const std::string label = "@" + std::to_string(call.index());
    Form result = opaque(call, label);
    const bool given = is_given(call, row);
    const torch::Shape shape = given && row.given_shape != torch::Shape::unknown ? row.given_shape : row.shape;
    // Without a shape, an argument leaves the dtype as it is without it.
    const torch::Dtype dtype = !given || (row.given_dtype == torch::Dtype::unknown && row.given_shape == torch::Shape::unknown)
                                   ? row.dtype
                                   : row.given_dtype;
    const auto first = std::ranges::find_if(arguments, &Form::is_tensor);
    if (shape == torch::Shape::rank0 || (shape == torch::Shape::reduce && !given)) result.shape = {};
    if (dtype == torch::Dtype::boolean) result.dtype = "bool";
    if (first == arguments.end()) return result;

    Form all = *first;  // what the tensors, and with them the numbers, are promoted to
    for (auto each = arguments.begin(); each != arguments.end(); ++each)
        if (each != first && each->kind != Form::Kind::unknown) {
            const bool selects = shape == torch::Shape::broadcast && all.is_bool() && first == each - 1;
            Form merged = combined(all, *each, Op::none);
            if (selects && each->is_tensor()) merged.dtype = each->dtype, merged.floating = each->floating;
            all = std::move(merged);
        }
    switch (shape) {
        case torch::Shape::same:
        case torch::Shape::same_size: result.shape = first->shape; break;
        case torch::Shape::broadcast: result.shape = all.shape; break;
        default: break;
    }
    const Form& whole = shape == torch::Shape::broadcast ? all : *first;
    // The largest element of none raises; its mean and its median are NaN.
    if (shape == torch::Shape::reduce && !given && row.dtype == torch::Dtype::same_dtype && row.traits.pointwise &&
        (evaluated_ || at_ != anchor_) && inductions_ == 0)
        filled_.insert(first->shape);
    switch (dtype) {
        case torch::Dtype::same_dtype:
        case torch::Dtype::real: result.dtype = first->dtype, result.floating = first->floating; break;
        case torch::Dtype::floated: {
            const Form made = floated(*first);
            result.dtype = made.dtype, result.floating = true;
            break;
        }
        case torch::Dtype::summed:
            result.dtype = first->floating ? first->dtype : "s(" + first->dtype + ")", result.floating = first->floating;
            break;
        case torch::Dtype::unknown:
            if (shape == torch::Shape::same || shape == torch::Shape::broadcast)
                result.dtype = whole.dtype, result.floating = whole.floating;
            break;
        case torch::Dtype::floating: result.floating = true; break;
        default: break;
    }
    return result;
}

}  // namespace transforms
