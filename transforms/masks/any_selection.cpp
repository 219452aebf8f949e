#include "transforms/masks/any_selection.h"

#include "analysis/effects/provenance.h"
#include "analysis/effects/saved_for_backward.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/words.h"
#include "transforms/masks/prove_masked_store.h"
#include "transforms/masks/selection.h"

#include <algorithm>
#include <string>
#include <vector>

namespace transforms::masks {

using edit::quoted;
using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

bool is_assignment(Node node) { return node.is(Kind::assignment) || node.is(Kind::augmented_assignment); }

class Body {
  public:
    Body(const Facts& facts, Node branch, const condition::AskedMask& mask)
        : facts_(facts), branch_(branch), mask_(mask.mask), index_(mask.index()) {}

    [[nodiscard]] proof::Proof prove() {
        is_taken_for_mask(facts_, mask_, proof_);
        proof_.assume("what is done under `" + index_ + "` raises no error", "it may raise an error");
        for (const Node node : subtree(branch_.child(Field::consequence)))
            if (const auto place = masked_place(facts_, node, index_); place && !is_store(*place)) select(*place);
        for (const Node each : branch_.child(Field::consequence).children())
            if (!proof_.refused()) check(each);
        if (!proof_.refused()) check_gradients();
        return proof_;
    }

  private:
    [[nodiscard]] static bool is_store(const MaskedPlace& place) {
        return place.place.field() == Field::left && is_assignment(place.place.parent());
    }

    // All that is done with the elements that are read there.
    void select(const MaskedPlace& read) {
        if (proof_.refused() || std::ranges::find(reads_, read.place) != reads_.end()) return;
        const Selection selection(facts_, read, proof_);
        if (proof_.refused()) return;
        for (const Node each : selection.reads())
            if (const Node object = syntax::Subscript{each}.object(); !facts_.variable(object))
                return proof_.refuse(quoted(object) + " would be computed in any case");
        reads_.insert(reads_.end(), selection.reads().begin(), selection.reads().end());
        for (const Node value : selection.named()) made_.push_back(syntax::statement_of(value));
        for (const End& end : selection.ends()) {
            if (end.result != Result::stored) return proof_.refuse(quoted(end.call) + " is one number for all of them");
            made_.push_back(syntax::statement_of(end.call));
        }
        const auto is_outside = [&](Node node) { return !syntax::is_within(node, branch_); };
        if (std::ranges::any_of(made_, is_outside)) proof_.refuse("what it makes is used behind it");
    }

    void check(Node statement) {
        const Node assignment = statement.first_child();
        const bool is_plain = statement.is(Kind::expression_statement) && is_assignment(assignment);
        const bool is_made = std::ranges::find(made_, statement) != made_.end();
        const auto place = is_plain ? masked_place(facts_, assignment.child(Field::left), index_) : std::nullopt;
        const Node value = is_plain ? assignment.child(Field::right) : Node{};
        if (!is_made && !(place && function::is_number(facts_.value(value))))
            return proof_.refuse(quoted(statement) + " does more than to write under the mask");
        if (place) check_tensor(place->tensor());
    }

    void check_tensor(Node tensor) {
        write_of_nothing(facts_, branch_, mask_, tensor, proof_);
        if (!proof_.refused() && !facts_.without_gradients()) written_.push_back(tensor);
    }

    // Where it writes nothing, what it reads gets a gradient of zeros.
    void check_gradients() {
        if (facts_.without_gradients()) return;
        std::vector<std::string> names;
        for (const Node read : reads_) {
            const Node tensor = syntax::Subscript{read}.object();
            effects::Roots roots = effects::roots_of(facts_, tensor, branch_);
            for (const Node written : written_) {
                const effects::Roots own = effects::roots_of(facts_, written, branch_);
                roots.cut([&](const effects::Root& each) { return own.differentiable.contains(each); });
            }
            const bool may_differ = !roots.known || !roots.differentiable.empty();
            if (may_differ && std::ranges::find(names, quoted(tensor)) == names.end()) names.push_back(quoted(tensor));
        }
        constexpr std::size_t most_names = 3;
        if (names.empty()) return;
        const std::string who = names.size() > most_names ? "what it reads" : edit::joined(names, " and ");
        proof_.assume(who + " may get a gradient of zeros instead of none", "gradients would be zeros instead of none");
    }

    const Facts& facts_;
    Node branch_, mask_;
    std::string index_;  // `m`, or `~m`
    proof::Proof proof_{proof::Answer::assume};
    std::vector<Node> reads_, made_, written_;
};

}  // namespace

void is_taken_for_mask(const Facts& facts, Node mask, proof::Proof& proof) {
    const torch::Dtype dtype = facts.value(mask).dtype;
    if (dtype == torch::Dtype::integer || dtype == torch::Dtype::floating)
        proof.refuse(quoted(mask) + " is no mask");
    else if (dtype != torch::Dtype::boolean)
        proof.assume(quoted(mask) + " is a mask", "it may hold numbers");
}

void write_of_nothing(const Facts& facts, Node branch, Node mask, Node tensor, proof::Proof& proof) {
    const names::Binding* variable = facts.variable(tensor);
    if (!variable || variable->captured) return proof.refuse(quoted(tensor) + " is no variable");
    if (const auto why = unfit_to_write(facts, branch, mask.text(), tensor)) return proof.refuse(*why);
    if (facts.without_gradients()) return;
    if (outermost_loop(branch) || effects::saved_with(facts, *variable, branch, branch.index()))
        return proof.refuse(quoted(tensor) + " may be kept for a gradient");
    if (may_be_leaf(facts, tensor)) proof.assume(quoted(tensor) + " is no leaf that wants a gradient", "it may be one");
}

proof::Proof prove_any_selection(const Facts& facts, Node branch, const condition::AskedMask& mask) {
    return Body(facts, branch, mask).prove();
}

}  // namespace transforms::masks
