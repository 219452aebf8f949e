#include "transforms/masks/empty_selection.h"

#include "analysis/effects/computation.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/masks/any_selection.h"
#include "transforms/masks/masked_place.h"

#include <algorithm>

namespace transforms::masks {

using edit::quoted;
using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

class Work {
  public:
    Work(const Facts& facts, Node branch, const condition::AskedMask& mask)
        : facts_(facts), branch_(branch), mask_(mask.mask), index_(mask.index()) {}

    [[nodiscard]] proof::Proof prove() {
        is_taken_for_mask(facts_, mask_, proof_);
        proof_.assume("what is done under `" + index_ + "` raises no error", "it may raise an error");
        for (const Node each : branch_.child(Field::consequence).children())
            if (!proof_.refused()) check(each);
        if (!stores_) proof_.refuse("nothing is written under the mask");
        if (!facts_.without_gradients())
            proof_.assume("what is used there may get a gradient of zeros instead of none",
                          "gradients would be zeros instead of none");
        return proof_;
    }

  private:
    // `y = net(x[m])`, which nobody reads behind the branch, or `out[m] = y`.
    void check(Node statement) {
        const auto made = syntax::as<syntax::Assignment>(statement.first_child());
        if (!statement.is(Kind::expression_statement) || !made || made->annotation())
            return proof_.refuse(quoted(statement) + " does more than to write under the mask");
        const auto place = masked_place(facts_, made->target(), index_);
        const names::Binding* variable = facts_.variable(made->target());
        const bool is_own = variable && !variable->captured && !facts_.liveness().after(branch_, variable->text);
        if (!place && !is_own) return proof_.refuse(quoted(made->target()) + " would be assigned in any case");
        if (place) write_of_nothing(facts_, branch_, mask_, place->tensor(), proof_);
        stores_ = stores_ || place;
        if (!proof_.refused() && !only_computes(made->value()))
            proof_.refuse(quoted(made->value()) + " may need an element");
    }

    [[nodiscard]] bool only_computes(Node value) const {
        for (const Node node : subtree(value)) switch (node.kind()) {
                case Kind::call:
                    if (!takes_nothing(node)) return false;
                    break;
                case Kind::subscript:
                    // `torch.linalg.inv(w)[m]` would be computed in any case.
                    if (!masked_place(facts_, node, index_) || !facts_.variable(node.child(Field::value))) return false;
                    break;
                case Kind::conditional_expression:
                case Kind::boolean_operator:
                case Kind::not_operator:
                case Kind::named_expression:
                case Kind::lambda:
                case Kind::await:
                case Kind::yield:
                case Kind::list_comprehension:
                case Kind::set_comprehension:
                case Kind::dictionary_comprehension:
                case Kind::generator_expression: return false;
                default: break;
            }
        return true;
    }

    // A layer, or an operation that gives something of no elements: no largest, no mean.
    [[nodiscard]] bool takes_nothing(Node call) const {
        const torch::Row* row = facts_.row_of(call);
        if (!row) return effects::computation_of(facts_, call).has_value();
        return row->traits.pure && row->gives == torch::Gives::tensor && row->shape != torch::Shape::reduce;
    }

    const Facts& facts_;
    Node branch_, mask_;
    std::string index_;  // `m`, or `~m`
    bool stores_ = false;
    proof::Proof proof_{proof::Answer::assume};
};

}  // namespace

proof::Proof prove_empty_selection(const Facts& facts, Node branch, const condition::AskedMask& mask) {
    return Work(facts, branch, mask).prove();
}

}  // namespace transforms::masks
