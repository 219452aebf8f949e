// Where it is assumed that shapes and dtypes fit: what no data makes raise an error. Part of speculation.h.
#include "analysis/function/literals.h"
#include "analysis/operations/cast.h"
#include "analysis/operations/shape_query.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/speculation/speculation.h"

namespace transforms::speculation {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

void Speculation::may_raise(Node node, std::string_view why) {
    if (!trusts_) return refuse(node, why, proof::metadata);
    proof_.assume(std::string(all_fit), edit::quoted(node).append(" ").append(why));
}

void Speculation::test_fit(proof::Guard guard) {
    if (!trusts_) return proof_.test(std::move(guard));
    proof_.assume(std::string(all_fit), "`" + proof::code(guard) + "` may be wrong");
}

void Speculation::parameters_may_get_zeros(Node call) {
    proof_.assume("parameters of what is not chosen may get gradients of zeros instead of none",
                  edit::quoted(call) + " has parameters, which would get gradients of zeros instead of none");
}

// `torch.zeros(3, requires_grad=True)` makes a tensor that wants a gradient.
void Speculation::check_keyword(Node call, syntax::Keyword keyword) {
    if (keyword.name().text() == "requires_grad" && !keyword.value().is(Kind::false_))
        refuse(call, "does more than to compute");
}

// A tensor, a structure of them, or what is known while tracing.
void Speculation::check_given(Node given) {
    if (proof_.refused()) return;
    const Node shape = operations::asked_for_shape(facts_, given), device = operations::asked_for_device(facts_, given);
    const Node asked = shape ? shape : device ? device : operations::asked_for_dtype(facts_, given);
    if (asked) return check(asked);
    if (given.is(Kind::tuple) || given.is(Kind::list) || given.is(Kind::parenthesized_expression)) {
        for (const Node part : given.children()) check_given(part);
        return;
    }
    const values::Value value = facts_.value(given);
    const bool is_fixed = value.is(values::Kind::literal) || value.is(values::Kind::constant) ||
                          value.is(values::Kind::none) || value.is(values::Kind::api);
    const bool is_number = value.is(values::Kind::number) || value.is(values::Kind::shape_number);
    if (!is_fixed && !is_number) return check(given);
    for (const Node part : subtree(given)) {
        if (proof_.refused()) return;
        if (is_number && part.is(Kind::call) && !operations::size_of(facts_, part)) return check(given);
        if (facts_.variable(part)) check_assigned(part);
    }
}

void Speculation::check_handed(Node argument) {
    if (argument.is(Kind::identifier)) return check_assigned(argument);
    check_given(argument);
}

// `x[:, i]` of a tensor: no data decides what it is.
bool Speculation::is_basic_index(Node subscript) const {
    const auto is_fixed = [&](Node number) { return function::is_traced_number(facts_.value(number)); };
    for (const Node index : syntax::Subscript{subscript}.indices()) {
        if (index.is(Kind::slice)) {
            for (const Node bound : index.children())
                if (!is_fixed(bound)) return false;
        } else if (!is_fixed(index) && !index.is(Kind::none) && !index.is(Kind::ellipsis)) {
            return false;
        }
    }
    return true;
}

}  // namespace transforms::speculation
