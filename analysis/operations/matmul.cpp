#include "analysis/operations/matmul.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>

namespace operations {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using torch::Role;

namespace {

bool is_product(Role role) {
    switch (role) {
        case Role::product:
        case Role::mm:
        case Role::mv:
        case Role::dot:
        case Role::bmm:
        case Role::linear: return true;
        default: return false;
    }
}

}  // namespace

bool Product::keeps_right() const { return role == Role::product || role == Role::mm || role == Role::mv; }

bool Product::keeps_left() const {
    return role == Role::product || role == Role::mm || (role == Role::linear && !bias);
}

std::set<std::string> Product::shape(const Form& one, const Form& other, const Form& added) const {
    if (role == Role::dot) return {};
    const std::string_view sign = role == Role::linear ? " @T " : " @ ";
    return {"(" + joined(one.shape).append(sign) + joined(other.shape) + (bias ? " + " + joined(added.shape) : "") +
            ")"};
}

std::string Product::text(const Form& one, const Form& other, const Form& added) const {
    return std::to_string(static_cast<int>(role)) + "(" + joined(one.shape) + ")(" + joined(other.shape) + ")" +
           (bias ? "(" + joined(added.shape) + ")" : "");
}

std::optional<Product> product_of(const function::Facts& facts, Node node) {
    if (node.is(Kind::binary_operator) && operator_of(node) == syntax::Op::matmul)
        return Product{.left = node.child(Field::left), .right = node.child(Field::right), .role = Role::product};
    const torch::Row* row = node.is(Kind::call) ? function::row_or_guess(facts, node) : nullptr;
    if (!row || !is_product(row->role)) return std::nullopt;
    std::vector<Node> operands;
    if (row->name.starts_with(torch::tensor_class))
        operands.push_back(syntax::Call{node}.function().child(Field::object));
    for (const Node argument : syntax::Call{node}.arguments().children()) operands.push_back(argument);
    const auto is_named = [](Node each) {
        return !each || each.is(Kind::keyword_argument) || each.is(Kind::list_splat);
    };
    const bool adds = operands.size() == 3 && row->role == Role::linear;
    if (operands.size() != (adds ? 3 : 2) || std::ranges::any_of(operands, is_named)) return std::nullopt;
    return Product{.left = operands[0], .right = operands[1], .role = row->role, .bias = adds ? operands[2] : Node{}};
}

std::string side_of(const function::Facts& facts, Node node, Node whole) {
    std::string side;
    for (Node around = node; around && around != whole;) {
        around = around.parent();
        const auto product = product_of(facts, around);
        if (!product) continue;
        const bool left = syntax::is_within(node, product->left), right = syntax::is_within(node, product->right);
        side += left ? "<" : right ? ">" : "+";
    }
    return side;
}

bool is_factor(const function::Facts& facts, Node node) {
    node = parenthesized(node);
    Node around = node.parent();
    while (around.is(Kind::argument_list) || around.is(Kind::attribute)) around = around.parent();
    const auto product = product_of(facts, around);
    return product && (product->left == node || product->right == node);
}

}  // namespace operations
