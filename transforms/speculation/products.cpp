// Products of matrices and vectors: the part of Speculation that asks whether their shapes fit.
#include "analysis/operations/matmul.h"
#include "transforms/speculation/speculation.h"

namespace transforms::speculation {

using operations::Form;
using proof::rank_above;
using proof::rank_is;
using proof::same_shape;
using proof::same_size;
using syntax::Node;
using torch::Role;

namespace {

// Under which tensors of these names fit.
proof::Guards fits(const operations::Product& product, const std::string& one, const std::string& other,
                   const std::string& bias) {
    switch (product.role) {
        case Role::mm: return {rank_is(one, 2), rank_is(other, 2), same_size(one, 1, other, 0)};
        case Role::mv: return {rank_is(one, 2), rank_is(other, 1), same_size(one, 1, other, 0)};
        case Role::dot:
            if (one == other) return {rank_is(one, 1)};
            return {rank_is(one, 1), same_shape(one, other)};
        case Role::bmm:
            return {rank_is(one, 3), rank_is(other, 3), same_size(one, 0, other, 0), same_size(one, 2, other, 1)};
        case Role::linear:
            if (product.bias)
                return {rank_above(one, 0), rank_is(other, 2), same_size(one, -1, other, 1),
                        same_shape(bias, other, "[:1]")};
            return {rank_above(one, 0), rank_is(other, 2), same_size(one, -1, other, 1)};
        default:
            return {rank_above(one, 0),
                    proof::compared(proof::Guard::Property::rank, other, proof::Guard::Relation::among, "(1, 2)"),
                    same_size(one, -1, other, 0)};
    }
}

}  // namespace

// Whole numbers have products on some devices only. A zero times what is infinite is NaN.
void Speculation::check_product(Node node, const operations::Product& product) {
    check(product.left);
    check(product.right);
    if (product.bias) check(product.bias);
    if (proof_.refused()) return;
    const Form left = forms_.of(product.left), right = forms_.of(product.right);
    const Form bias = product.bias ? forms_.of(product.bias) : right;
    spoils(node);
    const std::string text = product.text(left, right, bias);
    if (forms_.is_multiplied(text + left.dtype + "," + right.dtype + "," + bias.dtype)) return;
    if (operations::is_whole(left)) return refuse(node, "may raise an error on some devices");
    if (left.dtype != right.dtype || bias.dtype != right.dtype)
        return may_raise(node, "may raise an error for some dtypes");
    check_floating(node, product.left, left);
    if (proof_.refused() || forms_.is_multiplied(text)) return;
    const auto part = [&](Node operand, const Form& whole) {
        return part_before(operand, [&](const Form& form) { return form.is_tensor() && form.shape == whole.shape; });
    };
    const auto one = part(product.left, left), other = part(product.right, right);
    const auto added = product.bias ? part(product.bias, bias) : other;
    if (!one || !other || !added || left.shape.empty() || right.shape.empty())
        return may_raise(node, "may raise an error for some shapes");
    for (proof::Guard& each : fits(product, *one, *other, *added)) proof_.test(std::move(each));
}

}  // namespace transforms::speculation
