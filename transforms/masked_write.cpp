#include "transforms/masked_write.h"

#include "analysis/syntax/python.h"
#include "transforms/gradients.h"
#include "transforms/masked_elements.h"
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

// `out[m] = e`, `out[m] += e`
struct Write {
    Node statement;
    Node place;  // out[m]
    Node value;  // e
    Op op = Op::none;
    std::vector<Node> reads;  // y[m] in e

    [[nodiscard]] Node tensor() const { return place.child(Field::value); }
    [[nodiscard]] Node mask() const { return mask_of(place); }
};

std::optional<Write> write_of(const Facts& facts, Node read) {
    const Node statement = syntax::statement_of(read);
    const Node only = statement.is(Kind::expression_statement) ? statement.first_child() : Node{};
    Write made{.statement = statement, .place = {}, .value = {}, .reads = {}};
    if (const auto assignment = syntax::as<syntax::Assignment>(only);
        assignment && assignment->value() && !assignment->annotation()) {
        made.place = assignment->target();
        made.value = assignment->value();
    } else if (only.is(Kind::augmented_assignment)) {
        made.place = only.child(Field::left);
        made.value = only.child(Field::right);
        made.op = only.op();
    }
    const bool writes = made.place.is(Kind::subscript) && syntax::Subscript{made.place}.indices().size() == 1 &&
                        facts.variable(made.tensor()) && mask_of(made.place).text() == mask_of(read).text();
    return writes ? std::optional(std::move(made)) : std::nullopt;
}

// Every tensor in the value is one of the elements under the mask, or has no dimensions; every operation works element
// by element.
void read_elements(const Facts& facts, Node node, Write& write, Forms& forms, Proof& proof) {
    if (node.is(Kind::subscript) && syntax::Subscript{node}.indices().size() == 1 &&
        facts.variable(node.child(Field::value)) && mask_of(node).text() == write.mask().text()) {
        write.reads.push_back(node);
        return;
    }
    const auto more = [&](Node part) { read_elements(facts, part, write, forms, proof); };
    switch (node.kind()) {
        case Kind::parenthesized_expression:
        case Kind::unary_operator: return more(node.first_child());
        case Kind::binary_operator:
            if (operator_of(node) == Op::matmul) break;
            more(node.child(Field::left));
            return more(node.child(Field::right));
        case Kind::integer:
        case Kind::float_: return;
        case Kind::identifier: {
            const Form form = forms.of(node);
            if (form.is_number() || (form.is_tensor() && form.shape.empty())) return;
            break;
        }
        case Kind::call: {
            const torch::Row* row = facts.row_of(node);
            const Node function = node.child(Field::function);
            const bool method = function.is(Kind::attribute) && function.child(Field::object).is(Kind::subscript);
            if (!row || !row->traits.pointwise) break;
            if (method) more(function.child(Field::object));
            for (const Node argument : syntax::Call{node}.arguments().children())
                more(argument.is(Kind::keyword_argument) ? syntax::Keyword{argument}.value() : argument);
            return;
        }
        default: break;
    }
    proof.refuse(quoted(node) + " is more than the elements under the mask");
}

std::string assembled(const Write& write) {
    std::vector<Replacement> replaced;
    for (const Node read : write.reads)
        replaced.push_back({.span = read.span(), .text = std::string(read.child(Field::value).text())});
    const std::string value = on_one_line(write.value, replaced);
    if (write.op == Op::none) return value;
    const bool simple = write.value.is(Kind::identifier) || write.value.is(Kind::integer) ||
                        write.value.is(Kind::float_) || write.value.is(Kind::call) || write.value.is(Kind::subscript);
    return std::string(write.tensor().text()) + " " + std::string(syntax::op_text(write.op)) + " " +
           (simple ? value : "(" + value + ")");
}

Proof prove_write(const Facts& facts, Write& write, std::string_view torch, bool rebinds, bool dtypes, bool floating) {
    Proof proof;
    write.reads.clear();
    {
        Proof scratch;
        Forms forms(facts, write.statement, scratch);
        read_elements(facts, write.value, write, forms, proof);
    }
    std::vector<Node> tensors{write.tensor()};
    for (const Node read : write.reads)
        if (std::ranges::none_of(tensors, [&](Node each) { return each.text() == read.child(Field::value).text(); }))
            tensors.push_back(read.child(Field::value));
    if (proof.refused()) return proof;
    Forms::Known known =
        Fitting{.facts = facts, .statement = write.statement, .torch = torch, .dtypes = dtypes, .floating = floating}
            .known(write.mask(), tensors, proof);
    Forms forms(facts, write.statement, proof, std::move(known));
    for (const Node read : write.reads) forms.bind(std::string(read.text()), read.child(Field::value));
    forms.bind(std::string(write.place.text()), write.tensor());
    Speculation speculation(facts, write.statement, forms, proof);
    if (proof.refused()) return proof;
    speculation.check(write.mask());
    if (write.op == Op::none)
        speculation.check(write.value);
    else
        speculation.check_operator(write.place.parent(), write.place, write.op, write.value);
    if (proof.refused()) return proof;
    const Form before = forms.of(write.tensor());
    const Form after =
        write.op == Op::none ? forms.of(write.value) : forms.combined(before, forms.of(write.value), write.op);
    if (after.dtype != before.dtype)
        proof.refuse(quoted(write.value) + " may have another dtype than `" + std::string(write.tensor().text()) + "`");
    // What an operation kept of the tensor for its backward would be written to.
    const bool keeps = !rebinds && !facts.without_gradients() && (write.op != Op::none || std::ranges::any_of(write.reads, [&](Node read) {
                           return read.child(Field::value).text() == write.tensor().text();
                       }));
    if (proof.refused() || (!keeps && !speculation.spoils_gradients())) return proof;
    std::string wanting;
    for (const Node each : tensors)
        if (!roots_of(facts, each, write.statement).differentiable.empty())
            wanting.append(wanting.empty() ? "" : " or ").append(each.text()).append(wants_gradient);
    if (!wanting.empty()) proof.test("not " + (wanting.find(' ') == wanting.npos ? wanting : "(" + wanting + ")"));
    return proof;
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
    std::optional<Proof> best, first;
    for (const auto& [dtypes, floating] : {std::pair(false, false), std::pair(true, false), std::pair(true, true)}) {
        Proof proof = prove_write(facts, *write, *torch, rebinds, dtypes, floating);
        if (!first) first = proof;
        if (!proof.refused()) {
            best = std::move(proof);
            break;
        }
    }
    if (!best) return {.fixes = {}, .declined = first->unproven()};
    const std::string name(write->tensor().text());
    const std::string made = std::string(*torch) + std::string(select) + on_one_line(write->mask(), {}) + ", " +
                             assembled(*write) + ", " + name + ")";
    const std::string line = rebinds ? name + " = " + made : name + ".copy_(" + made + ")";
    if (const Node around = write->statement.parent().parent(); around.is(Kind::else_clause)) {
        const std::string_view tested = around.parent().child(Field::consequence).text();
        if (tested.find(std::string(select) + on_one_line(write->mask(), {})) != std::string_view::npos)
            return declined("this is what the test in front of it leaves");
    }
    const text::Span span = write->statement.span();
    const std::string next = std::string(source.line_ending()) + std::string(*layout);
    std::vector<Edit> edits;
    if (best->conditions().empty()) {
        std::string text;
        for (const std::string_view comment : comments_in(source, span, {})) text.append(comment).append(next);
        edits.push_back({span, text + line});
    } else {
        const std::string step = step_of(source, write->statement);
        std::string text = header("if", best->conditions(), *layout, step, source.line_ending());
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
                       .tests = best->conditions().size()}},
            .declined = std::nullopt};
}

}  // namespace transforms
