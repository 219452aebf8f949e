// Modules of PyTorch, `self.proj(x)`, and functions of the file that do nothing but compute. What they give has the
// shape and the dtype that they give it: both have to be taken on trust.
#include "analysis/effects/computation.h"
#include "analysis/syntax/python.h"
#include "transforms/operation/kinds.h"
#include "transforms/speculation/speculation.h"

namespace transforms::operation {

using syntax::Node;

namespace {

constexpr std::string_view does_more = "may have an effect, or draw random numbers";

class Called final : public Operation {
  public:
    using Operation::Operation;

    [[nodiscard]] Gradient gradient() const override { return Gradient::may_spoil; }

    [[nodiscard]] operations::Form infer(metadata::Forms& forms) const override { return forms.of_other_call(node()); }

    void speculate(speculation::Speculation& s) const override {
        const auto made = effects::computation_of(s.facts(), node());
        if (!made) return s.refuse(node(), does_more);
        if (!s.trusts()) return s.refuse(node(), does_more, {proof::Requirement::fit});
        if (made->learns && !s.facts().without_gradients()) s.parameters_may_get_zeros(node());
        for (const Node argument : syntax::Call{node()}.arguments().children()) {
            const auto keyword = syntax::as<syntax::Keyword>(argument);
            s.check_handed(keyword ? keyword->value() : argument);
        }
        if (!s.refused()) s.may_raise(node(), "may raise an error");
    }
};

}  // namespace

Found as_called(const Site& site) {
    return !site.row && site.node.is(syntax::Kind::call) ? std::make_unique<Called>(site.node) : nullptr;
}

}  // namespace transforms::operation
