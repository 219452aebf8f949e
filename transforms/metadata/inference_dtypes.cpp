// Forms of what is given a dtype, or the shape of another tensor, and of products.
#include "analysis/operations/cast.h"
#include "analysis/operations/loss.h"
#include "analysis/operations/matmul.h"
#include "analysis/operations/shape_query.h"
#include "analysis/syntax/python.h"
#include "transforms/metadata/inference.h"

namespace transforms::metadata {

using operations::Form;
using syntax::Kind;
using syntax::Node;

Form Forms::of_cast(const operations::Cast& cast, Node call) {
    Form form = of(cast.of);
    const Form like = cast.like ? of(cast.like) : Form{};
    if (!form.is_tensor()) return opaque(call);
    form.dtype = cast.dtype         ? operations::dtype_term(*cast.dtype)
                 : like.is_tensor() ? like.dtype
                                    : "@" + std::to_string(call.index());
    form.floating = cast.dtype ? operations::is_floating(*cast.dtype) : like.floating;
    return form;
}

Form Forms::of_reshaped(const operations::Reshaped& reshaped, Node call) {
    Form form = of(reshaped.of);
    const Form like = of(reshaped.like);
    if (!form.is_tensor() || !like.is_tensor()) return opaque(call);
    form.shape = like.shape;
    return form;
}

// Where it raises no error, the operands have one dtype.
Form Forms::of_product(const operations::Product& product, Node node) {
    const Form left = of(product.left), right = of(product.right), bias = product.bias ? of(product.bias) : right;
    if (!left.is_tensor() || !right.is_tensor() || !bias.is_tensor()) return opaque(node);
    if (is_executed()) {
        const std::string text = product.text(left, right, bias);
        multiplied_.insert(text);
        multiplied_.insert(text + left.dtype + "," + right.dtype + "," + bias.dtype);
    }
    Form result = left.floating ? left : right;
    if (!right.floating) result.dtype = left.dtype;
    if (product.keeps_right() && squares_.contains(left.shape))
        result.shape = right.shape;
    else if (product.keeps_left() && squares_.contains(right.shape))
        result.shape = left.shape;
    else
        result.shape = product.shape(left, right, bias);
    return result;
}

// `torch.ones(())`, `torch.tensor(2)`
void Forms::take_default(Node call, Form& form) const {
    const torch::Dtype dtype = facts_.value(call).dtype;
    if (dtype == torch::Dtype::floating) form.dtype = "default", form.floating = true;
    if (dtype == torch::Dtype::integer) form.dtype = "int64";
    if (dtype == torch::Dtype::boolean) form.dtype = "bool";
}

// `y.sum(dtype=torch.float64)`: a dtype that is asked for.
void Forms::take_dtype(Node call, Form& form) {
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        const Node given = keyword ? keyword->value() : argument;
        const torch::Row* dtype = operations::dtype_named(facts_, given);
        const bool is_asked = dtype || (keyword && keyword->name().text() == "dtype");
        if (!is_asked || given.is(Kind::none)) continue;
        const Node asked = dtype ? Node{} : operations::asked_for_dtype(facts_, given);
        const Form like = asked ? of(asked) : Form{};
        form.dtype = dtype              ? operations::dtype_term(*dtype)
                     : like.is_tensor() ? like.dtype
                                        : "@" + std::to_string(call.index());
        form.floating = dtype ? operations::is_floating(*dtype) : like.floating;
    }
}

// One number, or one for each element.
void Forms::take_loss(Node call, Form& form) {
    const auto loss = operations::loss_of(facts_, call);
    if (!loss) return;
    const Form one = of(loss->of), other = of(loss->against);
    if (!loss->whole) form.shape = {};
    if (loss->whole && one.is_tensor() && other.is_tensor()) form.shape = one.shape, add_shape(form.shape, other.shape);
    if (one.floating && one.dtype == other.dtype) form.dtype = one.dtype;
}

}  // namespace transforms::metadata
