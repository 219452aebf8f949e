#include "transforms/masked_write.h"

#include "analysis/syntax/python.h"
#include "transforms/gradients.h"
#include "transforms/masked_value.h"
#include "transforms/roots.h"
#include "transforms/sharing.h"
#include "transforms/speculation.h"
#include "transforms/text.h"
#include "transforms/torch_name.h"

#include <algorithm>

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr std::string_view select = ".where(", wants_gradient = ".requires_grad";

struct Proven {
    Proof proof{};
    std::string mask{};  // for all elements
};

Proven prove_write(const Facts& facts, Write& write, std::string_view torch, bool rebinds, bool dtypes, bool floating) {
    Proven proven;
    Proof& proof = proven.proof;
    write.reads.clear();
    write.rows.clear();
    {
        Proof scratch;
        Forms forms(facts, write.statement, scratch);
        read_value(facts, write.value, write, forms, proof);
    }
    std::vector<Node> tensors{write.tensor()};
    for (const Node read : write.reads)
        if (std::ranges::none_of(tensors, [&](Node each) { return each.text() == read.child(Field::value).text(); }))
            tensors.push_back(read.child(Field::value));
    if (proof.refused()) return proven;
    const Fitted fitted = Fitting{.facts = facts,
                                  .statement = write.statement,
                                  .torch = torch,
                                  .allowed = write.rows.empty() ? Fitting::Mask::first : Fitting::Mask::rows,
                                  .dtypes = dtypes,
                                  .floating = floating}
                              .fit(write.mask(), tensors, proof);
    proven.mask = fitted.mask;
    fit_rows(facts, write, fitted, torch, proof);
    Forms forms(facts, write.statement, proof, fitted.known);
    for (const Node read : write.reads) forms.bind(std::string(read.text()), read.child(Field::value));
    for (const Node row : write.rows) forms.bind(std::string(row.text()), write.tensor());
    forms.bind(std::string(write.place.text()), write.tensor());
    Speculation speculation(facts, write.statement, forms, proof);
    if (proof.refused()) return proven;
    speculation.check(write.mask());
    if (write.op == Op::none)
        speculation.check(write.value);
    else
        speculation.check_operator(write.place.parent(), write.place, write.op, write.value);
    if (proof.refused()) return proven;
    const Form before = forms.of(write.tensor());
    const Form after =
        write.op == Op::none ? forms.of(write.value) : forms.combined(before, forms.of(write.value), write.op);
    if (after.dtype != before.dtype)
        proof.refuse(quoted(write.value) + " may have another dtype than `" + std::string(write.tensor().text()) + "`");
    // What an operation kept of the tensor for its backward would be written to. Of one that is a leaf of the gradients
    // the error says so, and now of a view of it.
    const auto is_kept = [&](Node read) {
        return read.child(Field::value).text() == write.tensor().text() && is_saved(facts, read);
    };
    const values::Origin origin = facts.value(write.tensor()).origin;
    const bool may_be_leaf = origin != values::Origin::fresh && origin != values::Origin::view;
    const bool keeps =
        !rebinds && !facts.without_gradients() &&
        (may_be_leaf || (write.op != Op::none && is_kept(write.place)) || std::ranges::any_of(write.reads, is_kept));
    if (proof.refused() || (!keeps && !speculation.spoils_gradients())) return proven;
    tensors.insert(tensors.end(), write.rows.begin(), write.rows.end());
    std::string wanting;
    for (const Node each : tensors)
        if (!roots_of(facts, each, write.statement).differentiable.empty())
            wanting.append(wanting.empty() ? "" : " or ").append(each.text()).append(wants_gradient);
    if (!wanting.empty()) proof.test("not " + (wanting.find(' ') == wanting.npos ? wanting : "(" + wanting + ")"));
    return proven;
}

bool is_watched(const Facts& facts, Node statement) {
    for (Node node = statement.parent(); node && node != facts.function(); node = node.parent())
        if (node.is(Kind::try_statement)) return true;
    return facts.shows_all_variables() || facts.reshapes_in_place();
}

}  // namespace

Proposal propose_masked_write(const analysis::Analysis& analysis, const rules::Finding& finding) {
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const Facts facts(*analysis.program(), syntax::function_of(operand));
    const Node read = masked_read(facts, operand);
    auto write = read ? write_of(facts, read) : std::nullopt;
    if (!write) return {};
    const text::Source& source = analysis.source();
    const auto torch = torch_name(facts.program(), facts.function());
    const auto layout = indentation(source, write->statement.span());
    if (!torch || !layout) return declined(torch ? "the assignment shares its line" : no_torch_name);
    if (is_watched(facts, write->statement)) return declined("something around it may see the difference");
    const names::Binding& variable = *facts.variable(write->tensor());
    // In a `with torch.no_grad():` a new tensor is without the gradient that an old one keeps.
    const auto definition = facts.definition(variable, write->statement);
    const bool rebinds = is_unshared(facts, variable, write->statement) && definition &&
                         with_around(definition->value) == with_around(write->statement) &&
                         !saved_with(facts, variable, write->statement, write->statement.index());
    std::optional<Proven> best, first;
    for (const auto& [dtypes, floating] : {std::pair(false, false), std::pair(true, false), std::pair(true, true)}) {
        Proven proven = prove_write(facts, *write, *torch, rebinds, dtypes, floating);
        if (!first) first = proven;
        if (!proven.proof.refused()) {
            best = std::move(proven);
            break;
        }
    }
    if (!best) return {.fixes = {}, .declined = first->proof.unproven()};
    const std::vector<std::string> conditions = best->proof.conditions();
    const std::string name(write->tensor().text()), chosen = std::string(select) + best->mask;
    const std::string made = std::string(*torch) + chosen + ", " + value_of_all(*write) + ", " + name + ")";
    const std::string line = rebinds ? name + " = " + made : name + ".copy_(" + made + ")";
    if (const Node around = write->statement.parent().parent(); around.is(Kind::else_clause)) {
        const std::string_view tested = around.parent().child(Field::consequence).text();
        if (tested.find(chosen) != std::string_view::npos)
            return declined("this is what the test in front of it leaves");
    }
    const text::Span span = write->statement.span();
    const std::string next = std::string(source.line_ending()) + std::string(*layout);
    std::vector<Edit> edits;
    if (conditions.empty()) {
        std::string text;
        for (const std::string_view comment : comments_in(source, span, {})) text.append(comment).append(next);
        edits.push_back({span, text + line});
    } else {
        const std::string step = step_of(source, write->statement);
        std::string text = header("if", conditions, *layout, step, source.line_ending());
        text.append(next).append(step).append(line).append(next).append("else:").append(next).append(step);
        edits = deeper(source, write->statement, step);
        edits.insert(edits.begin(), {{span.begin, span.begin}, std::move(text)});
    }
    return {.fixes = {{.rewrite = "masked-write",
                       .title = "compute it for all elements, and choose with `torch.where`",
                       .safety = Safety::safe,
                       .assumes = {},
                       .needs = {},
                       .edits = std::move(edits),
                       .tests = conditions.size()}},
            .declined = std::nullopt};
}

}  // namespace transforms
