#include "transforms/metadata/shape_guards.h"

#include "analysis/function/literals.h"
#include "analysis/operations/reduction.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/proof/guard.h"

#include <algorithm>

namespace transforms::metadata {

using operations::Form;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

bool calls_program(const function::Facts& facts, Node expression) {
    for (const Node call : subtree(expression))
        if (call.is(Kind::call) && !facts.row_of(call) && !facts.row_of_module(call)) return true;
    return false;
}

static bool calls_layer(const function::Facts& facts, Node expression) {
    for (const Node call : subtree(expression))
        if (call.is(Kind::call) && facts.row_of_module(call)) return true;
    return false;
}

bool ShapeTests::can_be_scalar(Node expression, proof::Guards& tests) {
    const Node node = syntax::unparenthesized(expression);
    const Form form = forms_.of(node);
    if (form.is_number() || (form.is_tensor() && form.shape.empty())) return true;
    const auto all_can_be = [&](syntax::Children parts) {
        for (const Node part : parts)
            if (!can_be_scalar(part, tests)) return false;
        return true;
    };
    switch (node.kind()) {
        case Kind::identifier:
        case Kind::attribute: return form.is_tensor() && has_rank(node, 0, tests);
        case Kind::subscript: {
            const std::vector<Node> indices = syntax::Subscript{node}.indices();
            const auto is_place = [&](Node index) { return function::number_of(facts_.value(index)).has_value(); };
            // `x.max(0)[0]` is a tensor of two, and no row of one.
            return !facts_.value(node.child(Field::value)).is(values::Kind::sequence) &&
                   std::ranges::all_of(indices, is_place) && has_rank(node.child(Field::value), indices.size(), tests);
        }
        case Kind::comparison_operator:
        case Kind::binary_operator:
        case Kind::unary_operator: return all_can_be(node.children());
        case Kind::call: {
            const torch::Row* row = facts_.row_of(node);
            const Node function = node.child(Field::function);
            const bool method = row && row->name.starts_with(torch::tensor_class);
            return row && row->traits.pointwise && (!method || can_be_scalar(function.child(Field::object), tests)) &&
                   all_can_be(syntax::Call{node}.arguments().children());
        }
        default: return false;
    }
}

// `torch.zeros(1)`, `t.view(1, 1)`, `t.reshape(())`
static bool has_sizes_of_one(const function::Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    const bool reshapes = row && (row->name == "torch.Tensor.reshape" || row->name == "torch.Tensor.view");
    if (!row || (row->shape != torch::Shape::sized && !reshapes)) return false;
    bool is_sized = false;
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        if (argument.is(Kind::keyword_argument)) continue;
        is_sized = is_sized || argument.is(Kind::tuple);
        for (const Node size : syntax::elements_of(argument)) {
            if (function::number_of(facts.value(size)) != 1.0) return false;
            is_sized = true;
        }
    }
    return is_sized;
}

bool ShapeTests::has_one_element(Node expression) {
    const Node node = syntax::unparenthesized(expression);
    if (const names::Binding* variable = facts_.variable(node)) {
        const auto definition = facts_.definition(*variable, syntax::statement_of(node));
        return definition && definition->statement && has_one_element(definition->value);
    }
    const auto is_single = [&](Node part) {
        const Form form = forms_.of(part);
        return form.is_number() || (form.is_tensor() && form.shape.empty()) || has_one_element(part);
    };
    if (const auto choice = syntax::as<syntax::Conditional>(node))
        return is_single(choice->then()) && is_single(choice->otherwise());
    if (node.is(Kind::comparison_operator) || node.is(Kind::binary_operator)) {
        for (const Node part : node.children())
            if (!is_single(part)) return false;
        return forms_.of(node).is_tensor();
    }
    return node.is(Kind::call) && has_sizes_of_one(facts_, node);
}

// `x.mean((0, 1), keepdim=True)`
static bool keeps_dimensions(const function::Facts& facts, Node expression) {
    const auto reduction = operations::reduction_of(facts, expression);
    return reduction && reduction->kept;
}

std::optional<std::string> ShapeTests::with_dimensions(Node expression) {
    const Node node = syntax::unparenthesized(expression);
    if (node.is(Kind::comparison_operator)) {
        const Node left = node.first_child(), right = left.next_sibling();
        return right.next_sibling() || !forms_.of(right).is_number() ? std::nullopt : with_dimensions(left);
    }
    const names::Binding* variable = facts_.variable(node);
    const auto made = variable ? facts_.definition(*variable, syntax::statement_of(node)) : std::nullopt;
    const auto place = forms_.of(node).is_tensor() ? forms_.place(node) : std::nullopt;
    const Node value = made && made->statement ? made->value : Node{};
    const bool has_some = value && (calls_layer(facts_, value) || keeps_dimensions(facts_, value));
    return place && has_some ? std::optional(place->text) : std::nullopt;
}

bool ShapeTests::has_rank(Node tensor, std::size_t rank, proof::Guards& tests) {
    const auto field = operations::field_of(facts_, tensor);
    if (const auto reduction = operations::reduction_of(facts_, field ? field->call : tensor))
        return has_rank(reduction->of, rank + (reduction->kept ? 0 : reduction->dims.size()), tests);
    const auto place = forms_.of(tensor).is_tensor() ? forms_.place(tensor) : std::nullopt;
    const names::Binding* variable = facts_.variable(tensor);
    const auto made = variable ? facts_.definition(*variable, syntax::statement_of(tensor)) : std::nullopt;
    const auto torch = edit::torch_name(facts_.program().names(), facts_.function());
    if (place && torch && made && calls_program(facts_, made->value))
        proof_.test_kind(proof::is_tensor(place->text, *torch));
    if (place) tests.push_back(proof::rank_is(place->text, static_cast<int>(rank)));
    return place.has_value();
}

Node ShapeTests::shaped_part(Node expression) {
    for (const Node each : subtree(expression))
        if (each.is(Kind::identifier) && !forms_.of(each).shape.empty() && forms_.place(each)) return each;
    return {};
}

bool ShapeTests::has_dimensions(Node tensor, const Form& form) {
    if (form.shape.empty()) return false;
    const Node part = shaped_part(tensor);
    if (part) proof_.test(proof::rank_above(part.text(), 0));
    return static_cast<bool>(part);
}

bool ShapeTests::same_shape(Node one, const Form& a, Node other, const Form& b) {
    if (a.shape == b.shape) return true;
    const Node first = shaped_part(one), second = shaped_part(other);
    if (!first || !second || forms_.of(first).shape != a.shape || forms_.of(second).shape != b.shape) return false;
    proof_.test(proof::same_shape(first.text(), second.text()));
    return true;
}

}  // namespace transforms::metadata
