// Numbers that are asked of shapes, and their powers.
#include "analysis/operations/shape_query.h"
#include "analysis/syntax/places.h"
#include "transforms/operation/kinds.h"
#include "transforms/speculation/speculation.h"

namespace transforms::operation {

using operations::Form;
using syntax::Node;

namespace {

class Size final : public Operation {
  public:
    Size(Node node, const operations::Size& size) : Operation(node), size_(size) {}

    [[nodiscard]] Form infer(metadata::Forms& forms) const override { return forms.opaque(node()); }
    [[nodiscard]] Gradient gradient() const override { return Gradient::none; }

    // The tensor has to have the dimension.
    void speculate(speculation::Speculation& s) const override {
        s.check(size_.of);
        const Form tensor = s.forms().of(size_.of);
        const auto place = s.forms().place(size_.of);
        if (!place || !s.is_before(*place) || (size_.rank > 0 && tensor.shape.empty()))
            return s.may_raise(node(), "may raise an error");
        if (size_.rank > 0) s.test_fit(proof::rank_above(place->text, size_.rank - 1));
    }

  private:
    operations::Size size_;
};

class PowerOfSize final : public Operation {
  public:
    PowerOfSize(Node node, const operations::PowerOfSize& power) : Operation(node), power_(power) {}

    [[nodiscard]] Form infer(metadata::Forms& forms) const override { return forms.opaque(node()); }
    [[nodiscard]] Gradient gradient() const override { return Gradient::none; }

    void speculate(speculation::Speculation& s) const override {
        s.check(power_.size);
        if (power_.inverse) s.proof().test(proof::is_positive(syntax::unparenthesized(power_.size).text()));
    }

  private:
    operations::PowerOfSize power_;
};

}  // namespace

Found as_size(const Site& site) {
    if (const auto size = operations::size_of(site.facts, site.node)) return std::make_unique<Size>(site.node, *size);
    if (const auto power = operations::power_of_size(site.facts, site.node))
        return std::make_unique<PowerOfSize>(site.node, *power);
    return nullptr;
}

}  // namespace transforms::operation
