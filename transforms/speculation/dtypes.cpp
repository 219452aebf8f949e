// What the dtype of a tensor has to be: the part of Speculation that shows it, or tests it in front.
#include "analysis/syntax/python.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/speculation/speculation.h"

namespace transforms::speculation {

using operations::Form;
using syntax::Node;

std::optional<std::string> Speculation::part_of_dtype(Node expression, const Form& tensor) {
    return part_before(expression, [&](const Form& form) {
        return form.is_tensor() && (form.dtype == tensor.dtype || "s(" + form.dtype + ")" == tensor.dtype ||
                                    "f(" + form.dtype + ")" == tensor.dtype || "i(" + form.dtype + ")" == tensor.dtype);
    });
}

void Speculation::check_floating(Node call, Node object, const Form& tensor) {
    if (tensor.floating) return;
    const auto part = part_of_dtype(object, tensor);
    if (!part) return may_raise(call, "may raise an error for some dtypes");
    test_fit(proof::is_floating(*part));
}

// `scores.masked_fill(mask, -1e9)`: half precision holds no such number, and that raises an error.
void Speculation::check_not_half(Node call, const Form& tensor) {
    const auto part = part_of_dtype(call, tensor);
    const auto torch =
        edit::torch_name(facts_.program().names(), facts_.function());  // which every rewrite asks for first
    if (!part) return may_raise(call, "may raise an error for some dtypes");
    // Of whole numbers a float makes what the default dtype is.
    if (!tensor.floating || tensor.dtype.starts_with("f(")) test_fit(proof::is_floating(*part));
    test_fit(proof::dtype_is_not(*part, std::string(*torch) + ".float16"));
}

// No complex numbers: a cast of them to real ones warns.
void Speculation::check_real(Node call, Node object, const Form& tensor) {
    if (tensor.floating || operations::is_whole(tensor)) return;
    const auto part = part_of_dtype(object, tensor);
    if (!part) return may_raise(call, "may raise an error for some dtypes");
    test_fit(proof::is_not_complex(*part));
}

}  // namespace transforms::speculation
