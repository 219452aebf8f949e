// `min(decay, (1 + n) / (10 + n))` of two tensors of one number each, which Python picks one of, and Dynamo traces.
#include "analysis/operations/arithmetic.h"
#include "analysis/syntax/python.h"
#include "analysis/values/declared/usage.h"
#include "transforms/metadata/inference.h"
#include "transforms/operation/by_row.h"
#include "transforms/operation/kinds.h"
#include "transforms/speculation/speculation.h"

namespace transforms::operation {

using syntax::Kind;
using syntax::Node;

namespace {

class Extreme final : public Call {
  public:
    using Call::Call;

    [[nodiscard]] Gradient gradient() const override { return Gradient::stays_zero; }
    void speculate(speculation::Speculation& s) const override {
        const Node first = syntax::Call{node()}.arguments().first_child(), second = first.next_sibling();
        for (const Node each : {first, second}) s.check(each);
        if (s.refused()) return;
        const operations::Form one = s.forms().of(first), other = s.forms().of(second);
        const bool fits = one.shape.empty() && other.shape.empty() && one.dtype == other.dtype;
        if (!fits) s.may_raise(node(), "may raise an error for some shapes");
    }
};

// The function of torch that gives the same of two such tensors.
const torch::Row* elementwise(const Site& site) {
    if (!operations::is_extreme(site.row)) return nullptr;
    const std::string_view name = site.row->last_word() == "min" ? "minimum" : "maximum";
    return values::function_of_method(name, torch::Knowledge{site.facts.program().release()});
}

}  // namespace

Found as_extreme(const Site& site) {
    const torch::Row* row = elementwise(site);
    const Node first = row ? syntax::Call{site.node}.arguments().first_child() : Node{};
    const Node second = first ? first.next_sibling() : Node{};
    const bool fits = second && !second.next_sibling() && site.facts.value(first).is_tensor() &&
                      site.facts.value(second).is_tensor() && !second.is(Kind::keyword_argument);
    return fits ? std::make_unique<Extreme>(site.node, *row) : nullptr;
}

}  // namespace transforms::operation
