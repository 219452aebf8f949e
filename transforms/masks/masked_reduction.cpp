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
#include "transforms/speculation/speculation.h"

namespace transforms::masks {

using function::Facts;
using proof::Answer;
using proof::Proof;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view select = ".where(", elementwise = "\"none\"";

// What becomes of the elements.
enum class Result : std::uint8_t { sum, average, truth };

std::optional<Result> result_of(const torch::Row& row) {
    if (row.dtype == torch::Dtype::summed && row.traits.transparent) return Result::sum;
    if (row.dtype == torch::Dtype::boolean) return Result::truth;
    const bool averages =
        row.dtype == torch::Dtype::same_dtype && row.traits.transparent && !row.traits.cuts && row.fields.empty();
    return averages ? std::optional(Result::average) : std::nullopt;
}

// `x[m].sum()`, `(x[m] == y[m]).any()`, `torch.all(x[m] > 0)`, `F.mse_loss(x[m], y[m])`
struct Reduction {
    Node call;
    Node of;  // what is reduced; of a loss, the call
    std::optional<Result> result{};
    Node mask{};
    std::vector<Node> tensors{};   // x, y
    Answer answer = Answer::test;  // assume: they need no name, as nothing is tested of them
    std::vector<edit::Replacement> whole{};
};

// The first of the calls around the node that reduces to one element what it is a part of.
std::optional<Reduction> reduced_around(const Facts& facts, Node node) {
    for (; !syntax::is_statement(node.parent().kind()); node = node.parent()) {
        const Node parent = node.parent();
        const bool method = parent.is(Kind::attribute) && parent.field() == Field::function;
        if (!method && !parent.is(Kind::argument_list)) continue;
        const Node call = parent.parent(), arguments = syntax::Call{call}.arguments();
        if (const auto loss = operations::loss_of(facts, call); loss && !loss->whole)
            return Reduction{.call = call, .of = call, .result = loss->sums ? Result::sum : Result::average};
        const torch::Row* row = facts.row_of(call);
        if (!row || row->shape != torch::Shape::reduce) continue;
        const bool alone = method ? !arguments.first_child() : arguments.first_child() == node && !node.next_sibling();
        return alone ? std::optional(Reduction{.call = call, .of = node, .result = result_of(*row)}) : std::nullopt;
    }
    return std::nullopt;
}

bool reads_under_mask(const Facts& facts, Node expression) {
    return std::ranges::any_of(subtree(expression), [&](Node node) {
        const auto is_mask = [&](Node index) { return facts.value(index).dtype == torch::Dtype::boolean; };
        return node.is(Kind::subscript) && std::ranges::any_of(syntax::Subscript{node}.indices(), is_mask);
    });
}

// Each element of the expression is made of those of the tensors at its place, and of numbers; these are all read
// through the mask.
bool is_of_elements(const Facts& facts, Node node, bool masked, Reduction& found) {
    if (masked && !node.is(Kind::identifier) && found.answer == Answer::assume) {
        found.tensors.push_back(node);
        return !function::is_number(facts.value(node)) && !reads_under_mask(facts, node);
    }
    const auto all = [&](syntax::Children parts) {
        for (const Node part : parts)
            if (!is_of_elements(facts, part, masked, found)) return false;
        return true;
    };
    switch (node.kind()) {
        case Kind::parenthesized_expression:
        case Kind::unary_operator: return all(node.children());
        case Kind::binary_operator: return operator_of(node) != syntax::Op::matmul && all(node.children());
        case Kind::comparison_operator: {
            const Node right = node.first_child().next_sibling();
            return compares(right.op()) && !right.next_sibling() && all(node.children());
        }
        case Kind::call: {
            const torch::Row* row = facts.row_of(node);
            const Node object = syntax::Call{node}.function().child(Field::object);
            const bool method = object && facts.value(object).is_tensor();
            const bool casts = row && effects::casts(*row) && !syntax::Call{node}.arguments().first_child();
            return row && (casts || (row->traits.pure && row->traits.pointwise)) &&
                   (!method || is_of_elements(facts, object, masked, found)) &&
                   all(syntax::Call{node}.arguments().children());
        }
        case Kind::subscript: {
            const std::vector<Node> indices = syntax::Subscript{node}.indices();
            const Node object = node.child(Field::value);
            if (masked || indices.size() != 1 || indices.front().text() != found.mask.text()) return false;
            found.whole.push_back(
                {node.span(), edit::on_one_line(node == found.of ? syntax::unparenthesized(object) : object, {})});
            return is_of_elements(facts, object, true, found);
        }
        case Kind::identifier: {
            if (function::is_number(facts.value(node))) return true;
            found.tensors.push_back(node);
            return masked && facts.variable(node);
        }
        default: return function::is_number(facts.value(node));
    }
}

std::optional<operations::Loss> loss_in(const Facts& facts, const Reduction& reduction) {
    return reduction.of == reduction.call ? operations::loss_of(facts, reduction.call) : std::nullopt;
}

// A loss for each element: `F.mse_loss(x, y, reduction="none")`.
bool is_loss_of_elements(const Facts& facts, const operations::Loss& loss, Reduction& found) {
    if (!is_of_elements(facts, loss.of, false, found) || !is_of_elements(facts, loss.against, false, found))
        return false;
    Node last = loss.against;
    while (last.next_sibling()) last = last.next_sibling();
    const text::Span end{last.span().end, last.span().end};
    found.whole.push_back(loss.reduction ? edit::Replacement{loss.reduction.span(), std::string(elementwise)}
                                         : edit::Replacement{end, ", reduction=" + std::string(elementwise)});
    return true;
}

std::optional<Reduction> reduction_of(const Facts& facts, Node operand, Answer answer) {
    const Node read = read_under(operand);
    auto found = read ? reduced_around(facts, read) : std::nullopt;
    if (!found) return std::nullopt;
    found->mask = mask_of(read);
    found->answer = answer;
    const auto loss = loss_in(facts, *found);
    const bool fits =
        loss ? is_loss_of_elements(facts, *loss, *found) : is_of_elements(facts, found->of, false, *found);
    return fits && !found->tensors.empty() ? found : std::nullopt;
}

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
