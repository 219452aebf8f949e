// Losses of two tensors.
#include "analysis/operations/loss.h"

#include "transforms/operation/by_row.h"
#include "transforms/operation/kinds.h"
#include "transforms/speculation/speculation.h"

namespace transforms::operation {

using operations::Form;

namespace {

class Loss final : public Call {
  public:
    Loss(const Site& site, const std::optional<operations::Loss>& made) : Call(site.node, *site.row), made_(made) {}

    // One number, or one for each element.
    [[nodiscard]] Form infer(metadata::Forms& forms) const override {
        Form form = Call::infer(forms);
        if (!made_) return form;
        const Form one = forms.of(made_->of), other = forms.of(made_->against);
        if (!made_->whole) form.shape = {};
        if (made_->whole && one.is_tensor() && other.is_tensor())
            form.shape = forms.combined(one, other, syntax::Op::none).shape;
        if (one.floating && one.dtype == other.dtype) form.dtype = one.dtype;
        return form;
    }

    // Other shapes warn, and other dtypes raise.
    void speculate(speculation::Speculation& s) const override {
        if (!made_) return s.refuse(node(), "may raise an error");
        s.check(made_->of);
        s.check(made_->against);
        if (s.refused()) return;
        const Form form = s.forms().of(made_->of);
        if (!operations::same_form(form, s.forms().of(made_->against)))
            return s.refuse(node(), "may warn, or raise an error, for some shapes and dtypes", proof::metadata);
        s.check_floating(node(), made_->of, form);
    }

  private:
    std::optional<operations::Loss> made_;  // nothing if a word that it is given may raise an error
};

}  // namespace

Found as_loss(const Site& site) {
    if (site.row->role != torch::Role::loss) return nullptr;
    return std::make_unique<Loss>(site, operations::loss_of(site.facts, site.node));
}

}  // namespace transforms::operation
