#include "transforms/masks/redundant_any.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/provenance.h"
#include "analysis/effects/saved_for_backward.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/emptiness.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/quote.h"
#include "transforms/findings.h"
#include "transforms/forms.h"
#include "transforms/masks/any_selection.h"
#include "transforms/masks/empty_selection.h"
#include "transforms/masks/masked_place.h"
#include "transforms/masks/prove_masked_store.h"
#include "transforms/masks/write_any_gate.h"
#include "transforms/proof/guard.h"
#include "transforms/speculation/gradient_hazards.h"

#include <algorithm>
#include <cmath>

namespace transforms::masks {

using edit::quoted;
using function::Facts;
using proof::Proof;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr double max_half = 65504;

class Gate {
  public:
    Gate(const Facts& facts, Node statement, const condition::AskedMask& mask, std::string_view torch)
        : facts_(facts), statement_(statement), mask_(mask.mask), index_(mask.index()), torch_(torch) {}

    void check(Node each) {
        auto write = write_of(facts_, each, index_);
        if (!write) return proof_.refuse(quoted(each) + " does more than to write under the mask");
        check_tensor(*write);
        if (proof_.refused()) return;
        if (write->op == syntax::Op::none && function::number_of(facts_.value(write->value)))
            return check_number(*write);
        const Proof best = prove_write(facts_, *write, torch_, true).proof;
        if (best.refused()) return proof_.refuse(*best.unproven());
        for (const Node row : write->rows)
            if (row.is(Kind::subscript) || row.is(Kind::call))
                return proof_.refuse(quoted(row) + " may raise an error");
        for (proof::Guard& guard : best.guards()) proof_.test(std::move(guard));
        check_gradients(*write);
    }

    [[nodiscard]] const Proof& proof() const { return proof_; }

  private:
    // A write of nothing is one to PyTorch: it raises where the tensor is a leaf, or kept for a backward.
    void check_tensor(const Write& write) {
        const names::Binding& variable = *facts_.variable(write.tensor());
        const std::string name = "`" + std::string(write.tensor().text()) + "`";
        if (const auto why = unfit_to_write(facts_, statement_, mask_.text(), write.tensor()))
            return proof_.refuse(*why);
        if (!effects::is_unshared(facts_, variable, statement_))
            return proof_.refuse(name + " may be known under another name");
        if (is_used_in_loop(variable)) return proof_.refuse(name + " may be kept for a gradient");
        auto saved = effects::saved_with(facts_, variable, statement_, statement_.index());
        if (!saved || facts_.without_gradients()) return;
        const effects::Roots own = effects::roots_of(facts_, write.tensor(), statement_);
        std::erase_if(saved->differentiable,
                      [&](const effects::Root& each) { return own.differentiable.contains(each); });
        proof_.test(proof::wants_no_gradient(write.tensor().text()));
        if (saved->known && saved->differentiable.empty()) return;
        Proof kinds;
        const auto test = speculation::wants_no_gradient(facts_, statement_, saved->differentiable, kinds);
        if (!saved->known || !test) return proof_.refuse(name + " may be kept for a gradient");
        proof_.test_kinds_of(kinds);
        proof_.test(*test);
    }

    // Another round may have kept it.
    [[nodiscard]] bool is_used_in_loop(const names::Binding& variable) const {
        const Node loop = outermost_loop(statement_);
        for (const Node node : subtree(loop))
            if (facts_.variable(node) == &variable && !syntax::is_within(node, statement_)) return true;
        return false;
    }

    // `y[bad] = 0.0`: fits every dtype, or every floating one.
    void check_number(const Write& write) {
        Proof scratch;
        metadata::Forms forms(facts_, statement_, scratch);
        const operations::Form mask = forms.of(mask_), tensor = forms.of(write.tensor());
        const std::string name(write.tensor().text()), masked(mask_.text());
        if (!mask.is_tensor() || !tensor.is_tensor())
            return proof_.refuse(quoted(mask.is_tensor() ? write.tensor() : mask_) +
                                 " may be something else than a tensor");
        proof_.test_kinds_of(scratch);
        if (const auto dtype = facts_.value(mask_).dtype;
            dtype == torch::Dtype::integer || dtype == torch::Dtype::floating)
            return proof_.refuse(quoted(mask_) + " is no mask");
        if (!mask.is_bool()) proof_.test(proof::is_mask(masked, torch_));
        if (mask.shape != tensor.shape) proof_.test(proof::same_shape(masked, name, "[:" + masked + ".dim()]"));
        const double number = *function::number_of(facts_.value(write.value));
        if (std::isfinite(number) && std::abs(number) > max_half)
            return proof_.refuse(quoted(write.value) + " may be too large for its dtype");
        if (number != 0 && number != 1 && !tensor.floating) proof_.test(proof::is_floating(name));
    }

    // Where it writes nothing, what it reads would get a gradient of zeros.
    void check_gradients(const Write& write) {
        if (facts_.without_gradients()) return;
        const effects::Roots roots = effects::roots_of(facts_, write.tensor(), statement_);
        std::vector<Node> read = write.rows;
        for (const Node each : write.reads) read.push_back(each.child(Field::value));
        for (const Node tensor : read) {
            effects::Roots others = effects::roots_of(facts_, tensor, statement_);
            others.cut([&](const effects::Root& each) { return roots.differentiable.contains(each); });
            if (!others.known || !others.differentiable.empty()) proof_.test(proof::wants_no_gradient(tensor.text()));
        }
    }

    const Facts& facts_;
    Node statement_, mask_;
    std::string index_;  // `m`, or `~m`
    std::string_view torch_;
    Proof proof_;
};

}  // namespace

Proposal propose_any_gate(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const Node statement = syntax::statement_of(operand);
    if (!statement.is(Kind::if_statement) || statement.child(Field::alternative)) return {};
    const Facts& facts = study.facts(syntax::function_of(operand));
    const Node body = statement.child(Field::consequence);
    const condition::AskedMask mask =
        condition::mask_or_opposite_asked_for(facts, statement.child(Field::condition), statement);
    const auto is_under_mask = [&](Node node) { return static_cast<bool>(masked_place(facts, node, mask.index())); };
    if (!facts.variable(mask.mask) || std::ranges::none_of(subtree(body), is_under_mask)) return {};
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    if (!torch) return declined(edit::no_torch_name);
    if (is_watched(facts, statement)) return declined("something around it may see the difference");
    const auto proposed = [&](const Proof& proof) -> Proposal {
        if (proof.refused()) return declined(*proof.unproven());
        const Rewriting rewriting{.name = "any-gate",
                                  .title = "write under the mask, whether or not it has a true element",
                                  .assumptions = proof.assumptions(),
                                  .guards = proof.guards(),
                                  .torch = std::string(*torch)};
        auto fixes = in_forms(rewriting, [&](const proof::Guards& guards) {
            return guards.empty() ? unwrapped(analysis.source(), statement)
                                  : std::optional(asked_less(analysis.source(), statement, proof::codes(guards)));
        });
        return fixes.empty() ? declined("the branch shares its line") : Proposal{.fixes = std::move(fixes)};
    };
    Gate gate(facts, statement, mask, *torch);
    for (const Node each : body.children())
        if (!gate.proof().refused()) gate.check(each);
    Proposal tested = proposed(gate.proof());
    if (tested.fixes.empty()) tested.fixes = proposed(prove_any_selection(facts, statement, mask)).fixes;
    if (tested.fixes.empty()) tested.fixes = proposed(prove_empty_selection(facts, statement, mask)).fixes;
    return tested;
}

}  // namespace transforms::masks
