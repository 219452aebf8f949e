// What is asked of shapes, and made of them: the part of Speculation that shows that there are such, or tests it in
// front.
#include "analysis/syntax/python.h"
#include "transforms/cast.h"
#include "transforms/sizes.h"
#include "transforms/speculation.h"

namespace transforms {

using syntax::Field;
using syntax::Node;

// The tensor has to have the dimension.
void Speculation::check_asked(const Size& size, Node number) {
    check(size.of);
    const Form tensor = forms_.of(size.of);
    const auto place = forms_.place(size.of);
    if (!tensor.is_tensor() || !place || !is_before(*place) || (size.rank > 0 && tensor.shape.empty()))
        return refuse(number, "may raise an error");
    if (size.rank > 0) proof_.test(place->text + ".dim() > " + std::to_string(size.rank - 1));
}

void Speculation::check_power_of(const PowerOfSize& power) {
    check(power.size);
    if (power.inverse) proof_.test(std::string(syntax::unparenthesized(power.size).text()) + " > 0");
}

// As many elements in the same dimensions, or those that a broadcast has.
void Speculation::check_reshaped(Node call, const Reshaped& reshaped) {
    check(reshaped.of);
    check(reshaped.like);
    if (proof_.refused()) return;
    const Form of = forms_.of(reshaped.of), like = forms_.of(reshaped.like);
    const bool both = of.is_tensor() && like.is_tensor();
    const bool fits = both && (of.shape == like.shape ||
                               (reshaped.expands && forms_.combined(of, like, syntax::Op::none).shape == like.shape));
    if (!fits) refuse(call, "may raise an error for some shapes");
}

// `x.new_zeros(w.shape)`, `torch.zeros(w.shape, dtype=w.dtype, device=w.device)`
void Speculation::check_new(Node call) {
    const syntax::Call view{call};
    const Node receiver = view.function().child(Field::object);
    if (receiver && forms_.of(receiver).is_tensor()) check(receiver);
    for (const Node argument : view.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        const Node given = keyword ? keyword->value() : argument;
        if (const torch::Row* dtype = dtype_named(facts_, given)) {
            if (!is_plain(*dtype)) return refuse(call, "may raise an error on some devices");
            continue;
        }
        const Node shape = asked_for_shape(facts_, given), device = asked_for_device(facts_, given);
        const Node asked = shape ? shape : device ? device : asked_for_dtype(facts_, given);
        if (!asked) return refuse(call, "may raise an error");
        check(asked);
        if (!proof_.refused() && !forms_.of(asked).is_tensor()) refuse(call, "may raise an error");
    }
}

}  // namespace transforms
