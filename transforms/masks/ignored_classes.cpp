#include "transforms/masks/ignored_classes.h"

#include "analysis/function/literals.h"
#include "analysis/operations/loss.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"
#include "transforms/edit/versioning.h"
#include "transforms/findings.h"
#include "transforms/forms.h"
#include "transforms/masks/mask_guards.h"
#include "transforms/speculation/speculation.h"

namespace transforms::masks {

using function::Facts;
using proof::Proof;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// `F.cross_entropy(logits[keep], labels[keep])`
struct Masked {
    Node call;
    operations::ClassLoss loss;
    Node rows;  // logits
    Node classes;
    Node mask;
};

// What is read under the mask, if nothing else is.
Node read_with(Node subscript, Node mask) {
    const auto read = syntax::as<syntax::Subscript>(subscript);
    const bool same = read && read->indices().size() == 1 && read->indices().front().text() == mask.text();
    return same ? read->object() : Node{};
}

std::optional<Masked> masked_loss(const Facts& facts, Node operand) {
    const Node read = read_under(facts, operand), call = read ? read.parent().parent() : Node{};
    const auto loss = call.is(Kind::call) ? operations::class_loss_of(facts, call) : std::nullopt;
    if (!loss) return std::nullopt;
    const Node mask = mask_of(read), rows = read_with(loss->of, mask), classes = read_with(loss->classes, mask);
    if (!rows || !classes || facts.value(mask).dtype != torch::Dtype::boolean) return std::nullopt;
    return Masked{.call = call, .loss = *loss, .rows = rows, .classes = classes, .mask = mask};
}

// `keep = labels != -100` is what the loss itself leaves out.
bool leaves_out(const Facts& facts, const Masked& masked, Node statement) {
    Node made = syntax::unparenthesized(masked.mask);
    if (const names::Binding* variable = facts.variable(made)) {
        const auto definition = facts.definition(*variable, statement);
        made = definition && definition->statement ? syntax::unparenthesized(definition->value) : Node{};
    }
    if (!made || !made.is(Kind::comparison_operator)) return false;
    const Node left = made.first_child(), right = left.next_sibling();
    return right.op() == syntax::Op::not_equal && !right.next_sibling() && right.text() == masked.loss.ignored &&
           left.text() == masked.classes.text();
}

// `labels.view(-1)`, whatever `labels` is.
bool is_flattened(const Facts& facts, Node expression) {
    const torch::Row* row = expression.is(Kind::call) ? function::row_or_guess(facts, expression) : nullptr;
    return row && row->traits.view && syntax::Call{expression}.arguments().text() == "(-1)";
}

// Rows of classes have two dimensions, and all others are taken for one.
std::string text_of(const Facts& facts, const Masked& masked, const std::string& mask, std::string_view torch,
                    bool leaves_out) {
    std::string rows = edit::on_one_line(masked.rows, {}), classes = edit::on_one_line(masked.classes, {});
    if (!leaves_out)
        classes =
            std::string(torch) + ".where(" + mask + ", " + classes + ", " + std::string(masked.loss.ignored) + ")";
    if (facts.value(masked.classes).rank != 1 && facts.value(masked.rows).rank != 2 &&
        !is_flattened(facts, masked.classes)) {
        rows = edit::with_method(rows, ".flatten(0, -2)");
        classes = edit::with_method(classes, ".flatten()");
    }
    return edit::on_one_line(masked.call, {{masked.loss.of.span(), rows}, {masked.loss.classes.span(), classes}});
}

}  // namespace

Proposal propose_ignored_classes(Study& study, const rules::Finding& finding) {
    const Node operand = operand_of(study.analysis(), finding);
    if (!operand) return {};
    const Facts& facts = study.facts(syntax::function_of(operand));
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    const auto masked = torch ? masked_loss(facts, operand) : std::nullopt;
    if (!masked) return {};
    const Node statement = syntax::statement_of(masked->call);
    Proof proof(proof::Answer::assume);
    const bool is_known = leaves_out(facts, *masked, statement);
    const std::string mask = Fitting{.facts = facts, .statement = statement, .torch = *torch}
                                 .fit(masked->mask, {masked->classes}, proof)
                                 .mask;
    const std::string reason(in_order);
    proof.assume(std::string(rounded), reason);
    proof.assume(std::string(speculation::finite_gradients), reason);
    // The loss takes no probabilities in one dimension.
    const values::Value classes = facts.value(masked->classes);
    const bool is_flat = classes.rank == 1 || is_flattened(facts, masked->classes);
    if (!is_known && !is_flat && classes.dtype == torch::Dtype::unknown)
        proof.assume(edit::quoted(masked->classes) + " holds classes", reason);
    if (proof.refused()) return declined(*proof.unproven());
    proof::Guards guards = proof.guards();
    std::erase_if(guards, [&](const proof::Guard& each) {
        return is_known || proof::tests_tensor(each) || each == proof::is_mask(masked->mask.text(), *torch);
    });
    const Rewriting rewriting{.name = "ignored-classes",
                              .title = "leave rows out by the class that the loss ignores",
                              .assumptions = proof.assumptions(),
                              .guards = std::move(guards),
                              .facts = &facts,
                              .statement = statement,
                              .torch = std::string(*torch),
                              .testable = false};
    Proposal proposal{
        .fixes = in_forms(rewriting, [&](const proof::Guards& tests) -> std::optional<std::vector<edit::Edit>> {
            const std::string made = text_of(facts, *masked, mask, *torch, is_known);
            return std::vector{edit::in_versions(masked->call, proof::codes(tests), made)};
        })};
    proposal.declined = reason;
    return proposal;
}

}  // namespace transforms::masks
