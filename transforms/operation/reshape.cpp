// The elements of one tensor in the shape of another one.
#include "analysis/operations/shape_query.h"
#include "transforms/operation/kinds.h"
#include "transforms/speculation/speculation.h"

namespace transforms::operation {

using operations::Form;
using syntax::Node;

namespace {

class Reshape final : public Operation {
  public:
    Reshape(Node node, const operations::Reshaped& made) : Operation(node), made_(made) {}

    [[nodiscard]] Gradient gradient() const override { return Gradient::stays_zero; }

    [[nodiscard]] Form infer(metadata::Forms& forms) const override {
        Form form = forms.of(made_.of);
        const Form like = forms.of(made_.like);
        if (!form.is_tensor() || !like.is_tensor()) return forms.opaque(node());
        form.shape = like.shape;
        return form;
    }

    // As many elements in the same dimensions, or those that a broadcast has.
    void speculate(speculation::Speculation& s) const override {
        s.check(made_.of);
        s.check(made_.like);
        if (s.refused()) return;
        const Form of = s.forms().of(made_.of), like = s.forms().of(made_.like);
        const bool both = of.is_tensor() && like.is_tensor();
        const auto expands = [&] { return s.forms().combined(of, like, syntax::Op::none).shape == like.shape; };
        if (!both || (of.shape != like.shape && !(made_.expands && expands())))
            s.may_raise(node(), "may raise an error for some shapes");
    }

  private:
    operations::Reshaped made_;
};

}  // namespace

Found as_reshape(const Site& site) {
    const auto made = operations::reshaped(site.facts, site.node);
    return made ? std::make_unique<Reshape>(site.node, *made) : nullptr;
}

}  // namespace transforms::operation
