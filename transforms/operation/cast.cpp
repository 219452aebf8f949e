// What gives the elements of a tensor another dtype.
#include "analysis/operations/cast.h"
#include "transforms/operation/kinds.h"
#include "transforms/speculation/speculation.h"

namespace transforms::operation {

using operations::Form;
using syntax::Node;

namespace {

class Cast final : public Operation {
  public:
    Cast(Node node, const operations::Cast& cast) : Operation(node), cast_(cast) {}

    [[nodiscard]] Gradient gradient() const override { return Gradient::stays_zero; }

    [[nodiscard]] Form infer(metadata::Forms& forms) const override {
        Form form = forms.of(cast_.of);
        const Form like = cast_.like ? forms.of(cast_.like) : Form{};
        if (!form.is_tensor()) return forms.opaque(node());
        form.dtype = cast_.dtype        ? operations::dtype_term(*cast_.dtype)
                     : like.is_tensor() ? like.dtype
                                        : "@" + std::to_string(node().index());
        form.floating = cast_.dtype ? operations::is_floating(*cast_.dtype) : like.floating;
        return form;
    }

    void speculate(speculation::Speculation& s) const override {
        s.check(cast_.of);
        if (cast_.like) s.check(cast_.like);
        if (s.refused()) return;
        const Form from = s.forms().of(cast_.of), to = s.forms().of(node());
        if (!from.is_tensor() || (cast_.like && !s.forms().of(cast_.like).is_tensor()))
            return s.refuse(node(), "may raise an error");
        if (cast_.moves && !stays_there(s)) return;
        if (from.dtype == to.dtype) return;
        if (cast_.dtype && !operations::is_plain(*cast_.dtype))
            return s.refuse(node(), "may raise an error on some devices");
        s.check_real(node(), cast_.of, from);
        if (!s.refused() && cast_.like && !to.floating && !operations::is_whole(from)) keeps_gradients(s);
    }

  private:
    [[nodiscard]] bool stays_there(speculation::Speculation& s) const {
        const auto place = s.forms().place(cast_.of), to_place = s.forms().place(cast_.like);
        if (!place || !to_place || !s.is_before(*place) || !s.is_before(*to_place)) {
            s.refuse(node(), "may move to another device");
            return false;
        }
        if (place->key != to_place->key) s.proof().test(proof::same_device(place->text, to_place->text));
        return true;
    }

    // Whether a gradient flows through it has to be known, too.
    void keeps_gradients(speculation::Speculation& s) const {
        if (s.facts().without_gradients()) return;
        const auto place = s.forms().place(cast_.like);
        if (!place || !s.is_before(*place)) return s.refuse(node(), "may cut a gradient off", proof::dtypes);
        s.proof().test(proof::is_floating(place->text));
    }

    operations::Cast cast_;
};

}  // namespace

Found as_cast(const Site& site) {
    const auto cast = operations::cast_of(site.facts, site.node);
    return cast ? std::make_unique<Cast>(site.node, *cast) : nullptr;
}

}  // namespace transforms::operation
