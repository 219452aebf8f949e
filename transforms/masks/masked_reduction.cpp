#include "transforms/masks/masked_reduction.h"

#include "analysis/effects/escape.h"
#include "analysis/operations/loss.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/splice.h"
#include "transforms/edit/versioning.h"
#include "transforms/findings.h"
#include "transforms/forms.h"
#include "transforms/masks/mask_guards.h"
#include "transforms/masks/read_masked_reduction.h"
#include "transforms/speculation/speculation.h"

namespace transforms::masks {

using function::Facts;
using proof::Answer;
using proof::Proof;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view select = ".where(";

// All elements are reduced, in another order than those that are taken out.
void check_sum(const Reduction& reduction, metadata::Forms& forms, Proof& proof) {
    const Result result = *reduction.result;
    const operations::Form form = forms.of(reduction.of);
    const bool is_whole = form.dtype == "bool" || form.dtype == "int64";
    if (result == Result::truth || (result == Result::sum && is_whole)) return;
    const bool is_its_own = form.dtype == forms.of(reduction.tensors.front()).dtype;
    if (result == Result::average || form.floating || !is_its_own || proof.answer() == Answer::assume)
        return proof.assume(std::string(rounded), std::string(in_order));
    const std::string name(reduction.tensors.front().text());
    proof.test(proof::is_not_floating(name)), proof.test(proof::is_not_complex(name));
}

// What is reduced is computed of all elements.
void check_elements(const Facts& facts, const Reduction& reduction, metadata::Forms& forms, Proof& proof) {
    for (const Node node : subtree(reduction.of))
        if (node.is(Kind::subscript)) forms.bind(std::string(node.text()), node.child(Field::value));
    speculation::Speculation speculation(facts, syntax::statement_of(reduction.call), forms, proof);
    // A loss of all elements has the dtypes and the dimensions of one of some.
    if (const auto loss = loss_in(facts, reduction)) {
        speculation.check(loss->of), speculation.check(loss->against);
        proof.assume(std::string(speculation::finite_gradients), "the gradient of a loss may be infinite");
    } else {
        speculation.check(reduction.of);
    }
    if (proof.refused()) return;
    check_sum(reduction, forms, proof);
    const bool has_gradient = reduction.result != Result::truth && !proof.assumptions().empty();
    if (has_gradient && speculation.spoils_gradients())
        proof.assume(std::string(speculation::finite_gradients), speculation.hazard());
}

// What is added to a sum for an element that is not selected changes nothing; the number of the others is counted.
std::string text_of(const Facts& facts, const Reduction& reduction, const std::string& mask, std::string_view torch) {
    const torch::Row* row = facts.row_of(reduction.call);
    const std::string filler = row && row->role == torch::Role::every ? "1" : "0";
    const std::string whole = edit::on_one_line(reduction.of, reduction.whole);
    const bool is_inner = reduction.of.is(Kind::parenthesized_expression);  // `(x == y)` needs no more of its own
    const std::string selected = std::string(torch) + std::string(select) + mask + ", " +
                                 (is_inner ? whole.substr(1, whole.size() - 2) : whole) + ", " + filler + ")";
    const bool is_loss = reduction.of == reduction.call;
    if (reduction.result != Result::average)
        return is_loss ? selected + ".sum()" : edit::on_one_line(reduction.call, {{reduction.of.span(), selected}});
    const std::string made = selected + ".sum() / " + edit::with_method(mask, ".sum()");
    return edit::stands_alone(reduction.call) ? made : edit::grouped(made);
}

// The mask was made of one of the tensors, or has as many dimensions as they: else it may have less.
bool is_of_one_shape(const Facts& facts, const Reduction& reduction) {
    Proof scratch;
    metadata::Forms forms(facts, syntax::statement_of(reduction.call), scratch);
    const operations::Form mask = forms.of(reduction.mask);
    const int rank = facts.value(reduction.mask).rank;
    return std::ranges::any_of(reduction.tensors, [&](Node each) {
        return (mask.is_tensor() && forms.of(each).shape == mask.shape) ||
               (rank >= 0 && facts.value(each).rank == rank);
    });
}

// Nothing if that is refused, or if there is no such reduction.
std::optional<Proposal> propose_with(Proof& proof, const Facts& facts, Node operand, std::string_view torch) {
    const auto reduction = reduction_of(facts, operand, proof.answer());
    if (!reduction) return std::nullopt;
    if (!reduction->result) proof.refuse("what is reduced may depend on how many elements there are");
    if (proof.refused()) return std::nullopt;
    const Node statement = syntax::statement_of(reduction->call);
    const Fitted fitted =
        Fitting{.facts = facts, .statement = statement, .torch = torch}.fit(reduction->mask, reduction->tensors, proof);
    metadata::Forms forms(facts, statement, proof, fitted.known);
    check_elements(facts, *reduction, forms, proof);
    if (proof.refused()) return std::nullopt;
    proof::Guards guards = proof.guards();
    if (edit::is_old_version(reduction->call, proof::codes(guards)))
        return declined("this is what the test in front of it leaves");
    // That the index is a mask is what the finding rests on.
    const bool assumes = proof.answer() == Answer::assume;
    if (assumes && facts.value(reduction->mask).dtype == torch::Dtype::boolean)
        std::erase(guards, proof::is_mask(reduction->mask.text(), torch));
    // An average of whole numbers raises an error.
    const bool averages = reduction->result == Result::average;
    const bool is_floating =
        forms.of(reduction->of).floating || facts.value(reduction->of).dtype == torch::Dtype::floating;
    const auto is_named = [](Node each) { return each.is(Kind::identifier); };
    const Rewriting rewriting{.name = "masked-sum",
                              .title = "reduce all elements, with `torch.where`",
                              .assumptions = proof.assumptions(),
                              .guards = std::move(guards),
                              .torch = std::string(torch),
                              .testable = std::ranges::all_of(reduction->tensors, is_named),
                              .doubtful = (averages && !is_floating) || !is_of_one_shape(facts, *reduction)};
    return Proposal{.fixes = in_forms(rewriting, [&](const proof::Guards& tests) {
                        const std::string made = text_of(facts, *reduction, fitted.mask, torch);
                        return std::optional(
                            std::vector{edit::in_versions(reduction->call, proof::codes(tests), made)});
                    })};
}

}  // namespace

Proposal propose_masked_sum(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const Facts& facts = study.facts(syntax::function_of(operand));
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    if (!torch) return {};
    Proof proof, assuming(Answer::assume);
    if (auto proven = propose_with(proof, facts, operand, *torch)) return *std::move(proven);
    Proposal proposal = propose_with(assuming, facts, operand, *torch).value_or(Proposal());
    proposal.declined = proof.unproven() ? proof.unproven() : assuming.unproven();
    return proposal;
}

}  // namespace transforms::masks
