// Tensors that are made of literals alone. No gradient flows to them.
#include "analysis/operations/constant_tensor.h"

#include "analysis/operations/cast.h"
#include "analysis/operations/shape_query.h"
#include "analysis/syntax/python.h"
#include "transforms/operation/by_row.h"
#include "transforms/operation/kinds.h"
#include "transforms/speculation/speculation.h"

namespace transforms::operation {

using syntax::Node;

namespace {

class Constant final : public Call {
  public:
    using Call::Call;

    [[nodiscard]] Gradient gradient() const override { return Gradient::none; }

    // `x.new_zeros(3)`, `torch.zeros((), device=x.device)`: nothing but x has to be there.
    void speculate(speculation::Speculation& s) const override {
        const syntax::Call call{node()};
        if (row().name.starts_with(torch::tensor_class)) s.check(call.function().child(syntax::Field::object));
        for (const Node argument : call.arguments().children()) {
            const auto keyword = syntax::as<syntax::Keyword>(argument);
            const Node device = keyword ? operations::asked_for_device(s.facts(), keyword->value()) : Node{};
            const Node of = !keyword || device ? device : operations::asked_for_dtype(s.facts(), keyword->value());
            if (of) s.check(of);
        }
    }
};

}  // namespace

Found as_constant(const Site& site) {
    return operations::is_constant(site.facts, site.node) ? std::make_unique<Constant>(site.node, *site.row) : nullptr;
}

}  // namespace transforms::operation
