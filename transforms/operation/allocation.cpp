// New tensors of the shape that another one has.
#include "analysis/operations/cast.h"
#include "analysis/operations/shape_query.h"
#include "analysis/syntax/python.h"
#include "transforms/operation/by_row.h"
#include "transforms/operation/kinds.h"
#include "transforms/speculation/speculation.h"

namespace transforms::operation {

using operations::Form;
using syntax::Node;

namespace {

class Allocation final : public Call {
  public:
    Allocation(Node node, const torch::Row& row, Node shaped) : Call(node, row), shaped_(shaped) {}

    [[nodiscard]] Gradient gradient() const override { return Gradient::none; }

    [[nodiscard]] Form infer(metadata::Forms& forms) const override {
        Form form = Call::infer(forms);
        if (const Form like = forms.of(shaped_); like.is_tensor()) form.shape = like.shape;
        return form;
    }

    void speculate(speculation::Speculation& s) const override {
        const syntax::Call call{node()};
        const Node receiver = call.function().child(syntax::Field::object);
        if (receiver && s.forms().of(receiver).is_tensor()) s.check(receiver);
        for (const Node argument : call.arguments().children()) {
            const auto keyword = syntax::as<syntax::Keyword>(argument);
            if (keyword) s.check_keyword(node(), *keyword);
            check_option(s, keyword ? keyword->value() : argument);
        }
    }

  private:
    void check_option(speculation::Speculation& s, Node given) const {
        if (const torch::Row* dtype = operations::dtype_named(s.facts(), given)) {
            if (!operations::is_plain(*dtype)) s.refuse(node(), "may raise an error on some devices");
            return;
        }
        const bool is_asked = operations::asked_for_shape(s.facts(), given) ||
                              operations::asked_for_device(s.facts(), given) ||
                              operations::asked_for_dtype(s.facts(), given);
        if (!is_asked && !s.trusts()) return s.refuse(node(), "may raise an error", {proof::Requirement::fit});
        s.check_given(given);
    }

    Node shaped_;
};

}  // namespace

Found as_allocation(const Site& site) {
    const Node shaped = operations::shape_of_new(site.facts, site.node);
    return shaped ? std::make_unique<Allocation>(site.node, *site.row, shaped) : nullptr;
}

}  // namespace transforms::operation
