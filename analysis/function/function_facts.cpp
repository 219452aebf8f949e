#include "analysis/function/function_facts.h"

#include "analysis/flow/build.h"
#include "analysis/function/in_place_update.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace function {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

const torch::Row* row_of_value(values::Value callee) {
    if (callee.is(values::Kind::bound)) return row_of_value(callee.bound().method);
    return callee.is(values::Kind::api) ? callee.api().row : nullptr;
}

// `@torch.no_grad()` or `@torch.inference_mode()`; with an argument it may as well switch gradients on.
bool switches_gradients_off(const values::Program& program, Node decorator) {
    const auto call = syntax::as<syntax::Call>(decorator);
    if (call && !call->arguments().children().empty()) return false;
    const torch::Row* row = row_of_value(program.value(call ? call->function() : decorator));
    return row && row->role == torch::Role::no_grad;
}

// `with torch.enable_grad():`
bool switches_gradients_on(Node node) {
    constexpr std::array<std::string_view, 2> switches{"enable_grad", "set_grad_enabled"};
    return (node.is(Kind::identifier) || node.is(Kind::attribute)) &&
           std::ranges::any_of(switches, [&](std::string_view each) { return node.text().ends_with(each); });
}

bool is_decorated_without_gradients(const values::Program& program, Node function) {
    return std::ranges::any_of(syntax::decorators_of(function),
                               [&](Node decorator) { return switches_gradients_off(program, decorator); }) &&
           std::ranges::none_of(subtree(function), switches_gradients_on);
}

bool keeps_shape(const torch::Row& row) {
    return row.traits.pointwise || row.shape == torch::Shape::same || row.shape == torch::Shape::same_size ||
           row.shape == torch::Shape::broadcast;
}

// `clamp` of `y.clamp_(0)`.
const torch::Row* twin_of(const Facts& facts, Node call) {
    const std::string_view name = call.child(syntax::Field::function).child(syntax::Field::attribute).text();
    if (const Fill* fill = fill_named(name)) {
        // A tensor has a gradient, and a number that is handed in may be another one at each call.
        const Node given = syntax::Call{call}.arguments().first_child();
        const values::Value value = given ? facts.value(given) : values::Value{};
        const auto is_handed_in = [&](Node part) {
            return facts.variable(part) && part.parent().kind() != Kind::attribute;
        };
        const bool is_kept = is_number(value) && !value.is(values::Kind::tensor_number) &&
                             std::ranges::none_of(subtree(given), is_handed_in);
        const bool is_plain = !given || value.is(values::Kind::literal) || is_kept;
        return is_plain ? torch::find(fill->function, torch::Knowledge{facts.program().release()}) : nullptr;
    }
    return name.ends_with('_') ? facts.member_of_tensors(name.substr(0, name.size() - 1)) : nullptr;
}

constexpr std::array<std::string_view, 3> reshaping{"torch.Tensor.resize_", "torch.Tensor.resize_as_",
                                                    "torch.Tensor.set_"};

bool any_reshapes_in_place(const Facts& facts) {
    const Node function = facts.function();
    for (const Node node : subtree(function)) {
        if (node.is(Kind::attribute) && is_target(node) && facts.value(node.child(syntax::Field::object)).is_tensor())
            return true;
        if (!node.is(Kind::call)) continue;
        const torch::Row* row = facts.row_of(node);
        if (row && std::ranges::find(reshaping, row->name) != reshaping.end()) return true;
        if (!row || !row->traits.in_place) continue;
        const torch::Row* twin = twin_of(facts, node);
        if (twin && !keeps_shape(*twin)) return true;
    }
    return false;
}

}  // namespace

const torch::Row* row_or_guess(const Facts& facts, Node call) {
    const Node function = call.child(Field::function);
    const torch::Row* row = facts.row_of(call);
    const bool unknown = !row && function.is(Kind::attribute) && facts.value(function).is(values::Kind::unknown);
    return unknown ? facts.member_of_tensors(function.child(Field::attribute).text()) : row;
}

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

bool is_mask(const Facts& facts, Node argument) {
    const bool named = argument.parent().is(Kind::keyword_argument);
    const Node list = named ? argument.parent().parent() : argument.parent();
    const Node call = list.is(Kind::argument_list) ? list.parent() : Node{};
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    if (!row) return false;
    if (named) return syntax::Keyword{argument.parent()}.name().text() == row->mask;
    int position = 0;
    for (const Node each : list.children()) {
        if (each == argument) return position == row->mask_position;
        ++position;
    }
    return false;
}

const Facts& AllFacts::of(Node function) const {
    std::unique_ptr<const Facts>& made = made_[function];
    if (!made) made = std::make_unique<const Facts>(*this, function);
    return *made;
}

Facts::Facts(const AllFacts& all, Node function)
    : all_(all), program_(all.program()), function_(function), scope_(*program_.names().scope_of(function)),
      without_gradients_(is_decorated_without_gradients(program_, function)) {}

const flow::Graph& Facts::graph() const {
    const auto may_swallow = [&](Node item) { return !only_stops_gradients(*this, item.parent().parent()); };
    if (!graph_) graph_.emplace(flow::build(function_, may_swallow));
    return *graph_;
}

bool Facts::is_called_without_gradients(int depth) const {
    constexpr int deepest = 2;
    const std::vector<Node>& places = program_.calls().places(function_);
    const auto records_none = [&](Node call) {
        const Node caller = syntax::function_of(call);
        if (!caller.is(syntax::Kind::function_definition) || program_.number_of(caller) != 0) return false;
        const Facts& facts = all().of(caller);
        for (Node around = call.parent(); around && around != caller; around = around.parent())
            if (around.is(syntax::Kind::with_statement) && only_stops_gradients(facts, around)) return true;
        return facts.without_gradients() || (depth < deepest && facts.is_called_without_gradients(depth + 1));
    };
    return !places.empty() && program_.calls().sites(function_).empty() && std::ranges::all_of(places, records_none);
}

const flow::ElementIndex& Facts::elements() const {
    if (!elements_) elements_.emplace(graph());
    return *elements_;
}

bool Facts::shows_all_variables() const {
    if (!shows_all_variables_) shows_all_variables_ = flow::Uses(graph(), program_.names()).all_are_read();
    return *shows_all_variables_;
}

bool Facts::reshapes_in_place() const {
    if (!reshapes_in_place_) reshapes_in_place_ = any_reshapes_in_place(*this);
    return *reshapes_in_place_;
}

const flow::MustDefined& Facts::must_defined() const {
    if (!must_defined_) must_defined_.emplace(graph(), program_.names());
    return *must_defined_;
}

const flow::Liveness& Facts::liveness() const {
    if (!liveness_) liveness_.emplace(graph(), program_.names());
    return *liveness_;
}

const names::Binding* Facts::variable(Node identifier) const {
    const names::Reference reference = program_.names().resolve(identifier);
    return reference && reference.scope == &scope_ ? &reference.binding() : nullptr;
}

const torch::Row* Facts::pure_twin(Node call) const {
    const torch::Row* row = twin_of(*this, call);
    return row && row->traits.pure ? row : nullptr;
}

const torch::Row* Facts::row_of_module(Node call) const {
    return row_of_module(value(call.child(syntax::Field::function)));
}

namespace {

// `torch.nn.functional.relu` of `nn.ReLU()`, which was made without arguments: then it makes a new tensor, as the
// function does.
const torch::Row* function_of(values::Value module, torch::Knowledge knowledge) {
    const std::string_view name = module.api().name;
    const std::size_t dot = name.rfind('.');
    if (module.origin != values::Origin::fresh || !torch::find_member(name, "inplace", knowledge)) return nullptr;
    std::string function(std::string(name.substr(0, dot)) + ".functional");
    for (const char c : name.substr(dot)) function += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const torch::Row* row = torch::find(function, knowledge);
    return row && row->traits.pure ? row : nullptr;
}

}  // namespace

const torch::Row* Facts::row_of_module(values::Value module) const {
    if (!module.is(values::Kind::module)) return nullptr;
    const torch::Knowledge knowledge{program_.release()};
    if (const torch::Row* row = function_of(module, knowledge)) return row;
    return torch::find_member(module.api().name, "__call__", knowledge);
}

const torch::Row* Facts::member_of_tensors(std::string_view name) const {
    return torch::find_member(torch::tensor_class, name, torch::Knowledge{program_.release()});
}

// `abs(t)` asks the tensor for its `abs`.
const torch::Row* Facts::row_of(Node call) const {
    const torch::Row* row = row_of_value(value(call.child(syntax::Field::function)));
    const bool is_abs = row && row->name == "builtins.abs";
    const bool of_tensor = is_abs && value(syntax::Call{call}.arguments().first_child()).is_tensor();
    return of_tensor ? torch::find("torch.abs", torch::Knowledge{program_.release()}) : row;
}

}  // namespace function
