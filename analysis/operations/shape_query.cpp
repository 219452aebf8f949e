#include "analysis/operations/shape_query.h"

#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace operations {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr double most_dimensions = 64;
constexpr double largest_power = 2;
constexpr std::string_view square_root = "math.sqrt";

struct Reshape {
    std::string_view name;
    bool takes_tensor;
    bool expands;
};
constexpr std::array<Reshape, 6> reshapes{{{"torch.Tensor.view", false, false},
                                           {"torch.Tensor.reshape", false, false},
                                           {"torch.Tensor.expand", false, true},
                                           {"torch.Tensor.view_as", true, false},
                                           {"torch.Tensor.reshape_as", true, false},
                                           {"torch.Tensor.expand_as", true, true}}};

// `w` of `w.shape`, by the row of the attribute.
Node asked_for(const Facts& facts, Node expression, std::string_view what) {
    const auto attribute = syntax::as<syntax::Attribute>(expression);
    const torch::Row* row = attribute ? facts.member_of_tensors(attribute->name().text()) : nullptr;
    const bool is_it = row && row->name == what && facts.value(attribute->object()).is_tensor();
    return is_it ? attribute->object() : Node{};
}

// How many dimensions there have to be for the place, which counts from the back below zero.
std::optional<int> rank_for(const Facts& facts, Node place) {
    const values::Value value = facts.value(place);
    const auto number = function::number_of(value);
    if (!number || std::abs(*number) > most_dimensions || values::category(value) != torch::Dtype::integer)
        return std::nullopt;
    return static_cast<int>(*number < 0 ? -*number : *number + 1);
}

std::optional<Size> size_of_call(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    if (!row) return std::nullopt;
    const Node function = call.child(Field::function), argument = syntax::Call{call}.only_argument();
    if (const Node of = asked_for(facts, function, "torch.Tensor.size"))
        if (const auto rank = argument ? rank_for(facts, argument) : std::nullopt) return Size{.of = of, .rank = *rank};
    if (row->name == "builtins.len" && argument && facts.value(argument).is_tensor())
        return Size{.of = argument, .rank = 1};
    for (const std::string_view name : {"torch.Tensor.numel", "torch.Tensor.nelement"})
        if (const Node of = asked_for(facts, function, name); of && !syntax::Call{call}.arguments().first_child())
            return Size{.of = of};
    return std::nullopt;
}

}  // namespace

Node asked_for_shape(const Facts& facts, Node expression) {
    if (!expression.is(Kind::call)) return asked_for(facts, expression, "torch.Tensor.shape");
    if (syntax::Call{expression}.arguments().first_child()) return {};
    return asked_for(facts, expression.child(Field::function), "torch.Tensor.size");
}

Node asked_for_device(const Facts& facts, Node expression) {
    return asked_for(facts, expression, "torch.Tensor.device");
}

std::optional<Size> size_of(const Facts& facts, Node expression) {
    const Node node = syntax::unparenthesized(expression);
    if (node.is(Kind::call)) return size_of_call(facts, node);
    const auto view = syntax::as<syntax::Subscript>(node);
    if (!view) return std::nullopt;
    const Node of = asked_for_shape(facts, view->object());
    const std::vector<Node> indices = view->indices();
    const auto rank = of && indices.size() == 1 ? rank_for(facts, indices.front()) : std::nullopt;
    return rank ? std::optional(Size{.of = of, .rank = *rank}) : std::nullopt;
}

std::optional<PowerOfSize> power_of_size(const Facts& facts, Node expression) {
    const Node node = syntax::unparenthesized(expression);
    if (node.is(Kind::call)) {
        const torch::Row* row = facts.row_of(node);
        const Node argument = row && row->name == square_root ? syntax::Call{node}.only_argument() : Node{};
        return argument && size_of(facts, argument) ? std::optional(PowerOfSize{.size = argument}) : std::nullopt;
    }
    if (operator_of(node) != Op::pow) return std::nullopt;
    const Node size = node.child(Field::left);
    const values::Value exponent = facts.value(node.child(Field::right));
    const auto power = function::number_of(exponent);
    if (!size_of(facts, size) || !power || std::abs(*power) > largest_power) return std::nullopt;
    // An int to the power of -1 is no int any more.
    if (*power < 0 && values::category(exponent) != torch::Dtype::floating) return std::nullopt;
    return PowerOfSize{.size = size, .inverse = *power < 0};
}

std::optional<Reshaped> reshaped(const Facts& facts, Node call) {
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    const auto* known = row ? std::ranges::find(reshapes, row->name, &Reshape::name) : reshapes.end();
    const Node argument = known != reshapes.end() ? syntax::Call{call}.only_argument() : Node{};
    if (!argument) return std::nullopt;
    const Node like = known->takes_tensor ? argument : asked_for_shape(facts, argument);
    const Node of = call.child(Field::function).child(Field::object);
    return like ? std::optional(Reshaped{.of = of, .like = like, .expands = known->expands}) : std::nullopt;
}

Node shape_of_new(const Facts& facts, Node call) {
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    if (!row || row->shape != torch::Shape::sized) return {};
    const bool of_tensor = row->name.starts_with(torch::tensor_class);
    Node shape;
    bool placed = of_tensor;
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        if (!keyword && shape) return {};
        if (!keyword || keyword->name().text() == "size")
            shape = asked_for_shape(facts, keyword ? keyword->value() : argument);
        else if (keyword->name().text() == "device" && !of_tensor && asked_for_device(facts, keyword->value()))
            placed = true;
        else if (keyword->name().text() != "dtype")
            return {};
        if (!shape) return {};
    }
    return placed ? shape : Node{};
}

}  // namespace operations
