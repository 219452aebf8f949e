// How far each row of one matrix is from each row of another one: `torch.cdist(x, y)`.
#include "analysis/syntax/python.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/operation/by_row.h"
#include "transforms/operation/kinds.h"
#include "transforms/speculation/speculation.h"

namespace transforms::operation {

using operations::Form;
using syntax::Node;

namespace {

class Distances final : public Call {
  public:
    Distances(const Site& site, Node one, Node other) : Call(site.node, *site.row), one_(one), other_(other) {}

    // A row of the result for each row of the first one, with a number for each row of the second one.
    [[nodiscard]] Form infer(metadata::Forms& forms) const override {
        const Form one = forms.of(one_), other = forms.of(other_);
        if (!one.is_tensor() || !other.is_tensor()) return forms.opaque(node());
        Form form = one;
        form.shape = {"distances(" + operations::joined(one.shape) + ", " + operations::joined(other.shape) + ")"};
        return form;
    }

    // Of half precision there are none on a CPU.
    void speculate(speculation::Speculation& s) const override {
        s.check(one_);
        s.check(other_);
        if (s.refused()) return;
        const Form one = s.forms().of(one_), other = s.forms().of(other_);
        if (!one.is_tensor() || one.dtype != other.dtype)
            return s.may_raise(node(), "may raise an error for some dtypes");
        const auto first = s.part_of_shape(one_, one), second = s.part_of_shape(other_, other);
        const auto typed = s.part_of_dtype(one_, one);
        const auto torch = edit::torch_name(s.facts().program().names(), s.facts().function());
        if (!first || !second || !typed || !torch)
            return s.may_raise(node(), "may raise an error for some shapes and dtypes");
        s.test_fit(proof::dtype_is(*typed, std::string(*torch) + ".float32"));
        s.test_fit(proof::rank_is(*first, 2));
        if (first == second) return;
        s.test_fit(proof::rank_is(*second, 2));
        s.test_fit(proof::same_size(*first, -1, *second, -1));
    }

  private:
    Node one_, other_;
};

}  // namespace

// Of two tensors: a number `p` that is below zero raises.
Found as_distances(const Site& site) {
    if (site.row->role != torch::Role::distances) return nullptr;
    const Node one = syntax::Call{site.node}.arguments().first_child(), other = one ? one.next_sibling() : Node{};
    const bool are_two = other && !other.next_sibling();
    const auto is_plain = [](Node given) {
        return !given.is(syntax::Kind::keyword_argument) && !given.is(syntax::Kind::list_splat);
    };
    return are_two && is_plain(one) && is_plain(other) ? std::make_unique<Distances>(site, one, other) : nullptr;
}

}  // namespace transforms::operation
