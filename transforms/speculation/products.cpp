// Products of matrices and vectors: the part of Speculation that asks whether their shapes fit.
#include "analysis/operations/matmul.h"
#include "transforms/speculation/speculation.h"

namespace transforms::speculation {

using operations::Form;
using syntax::Node;

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
        return refuse(node, "may raise an error for some dtypes");
    check_floating(node, product.left, left);
    if (proof_.refused() || forms_.is_multiplied(text)) return;
    const auto part = [&](Node operand, const Form& whole) {
        return part_before(operand, [&](const Form& form) { return form.is_tensor() && form.shape == whole.shape; });
    };
    const auto one = part(product.left, left), other = part(product.right, right);
    const auto added = product.bias ? part(product.bias, bias) : other;
    if (!one || !other || !added || left.shape.empty() || right.shape.empty())
        return refuse(node, "may raise an error for some shapes");
    for (std::string& test : product.tests(*one, *other, *added)) proof_.test(std::move(test));
}

}  // namespace transforms::speculation
