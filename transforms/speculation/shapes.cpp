// What is asked of shapes, and made of them: the part of Speculation that shows that there are such, or tests it in
// front.
#include "analysis/function/literals.h"
#include "analysis/operations/cast.h"
#include "analysis/operations/loss.h"
#include "analysis/operations/shape_query.h"
#include "analysis/syntax/python.h"
#include "transforms/speculation/speculation.h"

namespace transforms::speculation {

using operations::Form;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

// The tensor has to have the dimension.
void Speculation::check_asked(const operations::Size& size, Node number) {
    check(size.of);
    const Form tensor = forms_.of(size.of);
    const auto place = forms_.place(size.of);
    if (!place || !is_before(*place) || (size.rank > 0 && tensor.shape.empty()))
        return may_raise(number, "may raise an error");
    if (size.rank > 0) test_fit(proof::rank_above(place->text, static_cast<int>(size.rank) - 1));
}

void Speculation::check_power_of(const operations::PowerOfSize& power) {
    check(power.size);
    if (power.inverse) proof_.test(proof::is_positive(syntax::unparenthesized(power.size).text()));
}

// As many elements in the same dimensions, or those that a broadcast has.
void Speculation::check_reshaped(Node call, const operations::Reshaped& reshaped) {
    check(reshaped.of);
    check(reshaped.like);
    if (proof_.refused()) return;
    const Form of = forms_.of(reshaped.of), like = forms_.of(reshaped.like);
    const bool both = of.is_tensor() && like.is_tensor();
    const bool fits = both && (of.shape == like.shape ||
                               (reshaped.expands && forms_.combined(of, like, syntax::Op::none).shape == like.shape));
    if (!fits) may_raise(call, "may raise an error for some shapes");
}

// `x.new_zeros(w.shape)`, `torch.zeros(w.shape, dtype=w.dtype, device=w.device)`
void Speculation::check_new(Node call) {
    const syntax::Call view{call};
    const Node receiver = view.function().child(Field::object);
    if (receiver && forms_.of(receiver).is_tensor()) check(receiver);
    for (const Node argument : view.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        const Node given = keyword ? keyword->value() : argument;
        if (keyword) check_keyword(call, *keyword);
        if (const torch::Row* dtype = operations::dtype_named(facts_, given)) {
            if (!operations::is_plain(*dtype)) return refuse(call, "may raise an error on some devices");
            continue;
        }
        const Node shape = operations::asked_for_shape(facts_, given),
                   device = operations::asked_for_device(facts_, given);
        const Node asked = shape ? shape : device ? device : operations::asked_for_dtype(facts_, given);
        if (!asked && !trusts_) return refuse(call, "may raise an error", {proof::Requirement::fit});
        check_given(given);
    }
}

// `F.mse_loss(x, w)`: other shapes warn, and other dtypes raise.
void Speculation::check_loss(Node call, const torch::Row& row) {
    const auto loss = operations::loss_of(facts_, call);
    if (!loss) return refuse(call, "may raise an error");
    check(loss->of);
    check(loss->against);
    if (proof_.refused()) return;
    const Form form = forms_.of(loss->of);
    if (!operations::same_form(form, forms_.of(loss->against)))
        return refuse(call, "may warn, or raise an error, for some shapes and dtypes", proof::metadata);
    check_floating(call, loss->of, form);
    if (!row.traits.transparent) spoils(call);
}

// `x.tril(-1)`, `torch.triu(x, diagonal=1)`
void Speculation::check_triangle(Node call, const torch::Row& row) {
    const syntax::Call view{call};
    std::vector<Node> given;
    if (row.name.starts_with(torch::tensor_class)) given.push_back(view.function().child(Field::object));
    for (const Node argument : view.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        if (keyword && keyword->name().text() != "diagonal") return refuse(call, "may raise an error");
        given.push_back(keyword ? keyword->value() : argument);
    }
    const bool is_whole = given.size() < 2 || syntax::unparenthesized(given[1]).is(Kind::integer) ||
                          (given[1].is(Kind::unary_operator) && function::number_of(facts_.value(given[1])));
    if (given.empty() || given.size() > 2 || !is_whole) return refuse(call, "may raise an error");
    check(given[0]);
    const Form tensor = forms_.of(given[0]);
    const auto shaped = [&](const Form& form) { return form.is_tensor() && form.shape == tensor.shape; };
    const auto part = tensor.is_tensor() && !tensor.shape.empty() ? part_before(given[0], shaped) : std::nullopt;
    if (proof_.refused()) return;
    if (!part) return may_raise(call, "may raise an error for some shapes");
    test_fit(proof::rank_above(*part, 1));
}

}  // namespace transforms::speculation
