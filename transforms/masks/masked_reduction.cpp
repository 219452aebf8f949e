#include "transforms/masks/masked_reduction.h"

#include "analysis/effects/escape.h"
#include "analysis/operations/loss.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
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

bool may_be_whole(const Facts& facts, const Reduction& reduction, const operations::Form& form) {
    return !form.floating && facts.value(reduction.of).dtype != torch::Dtype::floating && !loss_in(facts, reduction);
}

// All elements are reduced, in another order than those that are taken out.
void check_sum(const Facts& facts, const Reduction& reduction, metadata::Forms& forms, Proof& proof) {
    const Result result = *reduction.result;
    const operations::Form form = forms.of(reduction.of);
    const bool is_whole = form.dtype == "bool" || form.dtype == "int64";
    if (result == Result::truth || (result == Result::sum && is_whole)) return;
    const Node front = reduction.tensors.front();
    const bool averages = result == Result::average, is_its_own = form.dtype == forms.of(front).dtype;
    if (!averages && !form.floating && is_its_own && proof.answer() == Answer::test) {
        const std::string name(front.text());
        proof.test(proof::is_not_floating(name)), proof.test(proof::is_not_complex(name));
        return;
    }
    proof.assume(std::string(rounded), std::string(in_order));
    if (averages && may_be_whole(facts, reduction, form))
        proof.assume(edit::quoted(front) + " holds floating-point numbers",
                     "an average of whole numbers raises an error");
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
    check_sum(facts, reduction, forms, proof);
    const bool has_gradient = reduction.result != Result::truth && !proof.assumptions().empty();
    if (has_gradient && speculation.spoils_gradients())
        proof.assume(std::string(speculation::finite_gradients), speculation.hazard());
}

// The mask for all elements; where it may have less dimensions than they, lines in front of the statement make it,
// which fail where the selection would have.
struct Selection {
    std::string mask{};  // in new code
    std::vector<std::string> lines{};
};

Selection selection_of(const Facts& facts, const Reduction& reduction, const Fitted& fitted, std::string_view torch) {
    if (fitted.whole) return {.mask = fitted.mask};
    const std::string name = edit::unused_name(facts.program().names(), "selected");
    const std::string all(reduction.tensors.front().text()), module(torch);
    return {.mask = name,
            .lines = {name + " = " + module + ".zeros_like(" + all + ", dtype=" + module + ".bool)",
                      name + "[" + edit::on_one_line(reduction.mask, {}) + "] = True"}};
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
    const bool is_term = reduction.call.parent().op() == syntax::Op::add;
    return is_term || edit::stands_alone(reduction.call) ? made : edit::grouped(made);
}

// What is in it may be evaluated seldom, or several times.
bool may_be_skipped(Kind kind) {
    return kind == Kind::lambda || kind == Kind::conditional_expression || kind == Kind::boolean_operator ||
           kind == Kind::list_comprehension || kind == Kind::set_comprehension ||
           kind == Kind::dictionary_comprehension || kind == Kind::generator_expression;
}

// A line in front of the statement is executed just where the reduction is.
bool may_stand_in_front(const text::Source& source, Node call, Node statement) {
    const bool is_simple = statement.is(Kind::expression_statement) || statement.is(Kind::return_statement);
    for (Node node = call; node != statement; node = node.parent())
        if (may_be_skipped(node.kind())) return false;
    return is_simple && edit::indentation(source, statement.span());
}

edit::Edit in_front(const text::Source& source, Node statement, const std::vector<std::string>& lines) {
    const std::uint32_t begin = statement.span().begin;
    const std::string_view layout = edit::indentation(source, statement.span()).value_or("");
    std::string text;
    for (const std::string& line : lines) text.append(line).append(source.line_ending()).append(layout);
    return {{begin, begin}, std::move(text)};
}

// Which masks may be spread over what they select from.
Fitting::Mask allowed_for(const text::Source& source, const Reduction& reduction, Node statement) {
    const bool can_spread = reduction.answer == Answer::assume && reduction.tensors.front().is(Kind::identifier) &&
                            may_stand_in_front(source, reduction.call, statement);
    return can_spread ? Fitting::Mask::first : Fitting::Mask::whole;
}

bool is_selected_or_selects(const Reduction& reduction, std::string_view name) {
    return reduction.mask.text() == name ||
           std::ranges::find(reduction.tensors, name, &Node::text) != reduction.tensors.end();
}

// Nothing if that is refused, or if there is no such reduction.
std::optional<Proposal> propose_with(Proof& proof, const Facts& facts, Node operand, std::string_view torch) {
    const auto reduction = reduction_of(facts, operand, proof.answer());
    if (!reduction) return std::nullopt;
    if (!reduction->result) proof.refuse("what is reduced may depend on how many elements there are");
    if (proof.refused()) return std::nullopt;
    const text::Source& source = facts.program().tree().source();
    const Node statement = syntax::statement_of(reduction->call);
    const Fitted fitted = Fitting{.facts = facts,
                                  .statement = statement,
                                  .torch = torch,
                                  .allowed = allowed_for(source, *reduction, statement)}
                              .fit(reduction->mask, reduction->tensors, proof);
    if (reduction->is_filled && !fitted.whole) proof.refuse("what the mask leaves out may be NaN");
    metadata::Forms forms(facts, statement, proof, fitted.known);
    check_elements(facts, *reduction, forms, proof);
    if (proof.refused()) return std::nullopt;
    proof::Guards guards = proof.guards();
    if (edit::is_old_version(reduction->call, proof::codes(guards)))
        return declined("this is what the test in front of it leaves");
    // That the index is a mask is what the finding rests on.
    std::erase(guards, fitted.first);
    if (!proof.assumptions().empty())
        std::erase_if(guards, [&](const proof::Guard& guard) {
            return guard == proof::is_mask(reduction->mask.text(), torch) ||
                   (proof::tests_tensor(guard) && is_selected_or_selects(*reduction, guard.subject));
        });
    const auto is_named = [](Node each) { return each.is(Kind::identifier); };
    const bool averages = reduction->result == Result::average;
    const Selection selection = selection_of(facts, *reduction, fitted, torch);
    const Rewriting rewriting{.name = "masked-sum",
                              .title = "reduce all elements, with `torch.where`",
                              .assumptions = proof.assumptions(),
                              .guards = std::move(guards),
                              .facts = &facts,
                              .statement = statement,
                              .torch = std::string(torch),
                              .testable = fitted.whole && std::ranges::all_of(reduction->tensors, is_named),
                              .readable = false,
                              .doubtful = (fitted.whole && !fitted.related) ||
                                          (averages && may_be_whole(facts, *reduction, forms.of(reduction->of)))};
    return Proposal{.fixes = in_forms(rewriting, [&](const proof::Guards& tests) {
                        const std::string made = text_of(facts, *reduction, selection.mask, torch);
                        std::vector edits{edit::in_versions(reduction->call, proof::codes(tests), made)};
                        if (!selection.lines.empty())
                            edits.insert(edits.begin(), in_front(source, statement, selection.lines));
                        return std::optional(std::move(edits));
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
    const auto tested = propose_with(proof, facts, operand, *torch);
    if (tested && (tested->declined || is_certain(*tested))) return *tested;
    Proposal assumed = propose_with(assuming, facts, operand, *torch).value_or(Proposal());
    assumed.declined = proof.unproven() ? proof.unproven() : assuming.unproven();
    return joined(tested.value_or(Proposal()), std::move(assumed));
}

}  // namespace transforms::masks
