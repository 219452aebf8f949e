#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/canonical/canonical.h"
#include "transforms/edit/quote.h"

namespace transforms::canonical {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// `x` of `torch.unique(x)`, `x.unique()`.
Node values_of(const Facts& facts, Node call) {
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    if (!row || !row->name.ends_with(".unique")) return {};
    if (!row->name.starts_with(torch::tensor_class)) return syntax::Call{call}.only_argument();
    return syntax::Call{call}.arguments().first_child() ? Node{} : call.child(Field::function).child(Field::object);
}

// `torch.unique(x)` of `torch.unique(x).numel()`, `len(torch.unique(x))`.
Node counted(const Facts& facts, Node count) {
    const torch::Row* row = count.is(Kind::call) ? facts.row_of(count) : nullptr;
    if (!row || row->gives != torch::Gives::shape_number) return {};
    const Node function = syntax::Call{count}.function();
    return function.is(Kind::attribute) ? function.child(Field::object) : syntax::Call{count}.only_argument();
}

// Whether the comparison asks for one value, or for more of them; nothing if it asks for something else.
std::optional<bool> asks_for_one(const Facts& facts, Op op, Node limit) {
    const auto number = function::number_of(facts.value(limit));
    if (number == 1.0 && (op == Op::equal || op == Op::less_equal)) return true;
    if (number == 1.0 && (op == Op::not_equal || op == Op::greater)) return false;
    if (number == 2.0 && op == Op::less) return true;
    return number == 2.0 && op == Op::greater_equal ? std::optional(false) : std::nullopt;
}

}  // namespace

std::optional<Spelling> one_value(const text::Source& /*source*/, const Facts& facts, Node asked) {
    const Node comparison = syntax::enclosing(asked, Kind::comparison_operator), count = comparison.first_child();
    const Node limit = count.next_sibling(), tensor = values_of(facts, counted(facts, count));
    const bool is_plain = tensor.is(Kind::identifier) || tensor.is(Kind::attribute);
    const auto one = is_plain && !limit.next_sibling() ? asks_for_one(facts, limit.op(), limit) : std::nullopt;
    if (!one) return std::nullopt;
    const std::string text(tensor.text());
    const std::string same = "(" + text + " == " + text + ".reshape(-1)[:1]).all()";
    const bool is_whole = facts.value(tensor).dtype == torch::Dtype::integer;
    return Spelling{.edits = {{comparison.span(), *one ? same : "not " + same}},
                    .code = "GM101",
                    .asked = comparison,
                    .assumes = {edit::quoted(tensor) + " is not empty" + (is_whole ? "" : " and holds no NaN")}};
}

}  // namespace transforms::canonical
