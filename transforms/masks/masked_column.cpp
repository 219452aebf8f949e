#include "transforms/masks/masked_column.h"

#include "analysis/effects/escape.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"
#include "transforms/edit/versioning.h"
#include "transforms/forms.h"
#include "transforms/masks/prove_masked_store.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>

namespace transforms::masks {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr std::string_view select = ".where(";

bool keeps_whole(const Facts& facts, Node number) {
    return values::category(facts.value(number)) == torch::Dtype::integer;
}

// What is computed of columns and numbers, and nothing else: two columns would be kept for a gradient.
struct Column {
    const Facts& facts;
    Node place;  // v[hit, 2]
    std::vector<edit::Replacement> columns{};
    std::vector<Node> numbers{};  // that are not known
    bool is_floating = false;     // it makes floats of whole numbers

    [[nodiscard]] Node tensor() const { return place.child(Field::value); }
    // `v[:, 2]`
    [[nodiscard]] std::string text() const {
        const Node mask = syntax::Subscript{place}.indices().front();
        return edit::on_one_line(place, {{mask.span(), ":"}});
    }
    [[nodiscard]] bool computes(Op op, Node by) {
        const bool is_plain = op == Op::add || op == Op::sub || op == Op::mul || op == Op::div;
        is_floating = is_floating || op == Op::div || !keeps_whole(facts, by);
        const auto number = function::number_of(facts.value(by));
        if (!number) numbers.push_back(by);
        const bool may_spoil =
            number ? (op == Op::mul || op == Op::div) && !speculation::keeps_zero(*number, op == Op::div)
                   : op == Op::div;
        return is_plain && !may_spoil && function::is_number(facts.value(by)) &&
               !facts.value(by).is(values::Kind::tensor_number);
    }
    [[nodiscard]] bool reads(Node node) {
        if (node.text() == place.text()) {
            columns.push_back({node.span(), text()});
            return true;
        }
        if (node.is(Kind::parenthesized_expression)) return reads(node.first_child());
        if (node.is(Kind::unary_operator)) return syntax::operator_of(node) == Op::sub && reads(node.first_child());
        if (!node.is(Kind::binary_operator)) return false;
        const Node left = node.child(Field::left), right = node.child(Field::right);
        const Op op = syntax::operator_of(node);
        return function::is_number(facts.value(left)) ? op != Op::div && computes(op, left) && reads(right)
                                                      : computes(op, right) && reads(left);
    }
};

// `v[hit, 2]`, `v[hit, 0, -1]`
bool is_column(const Facts& facts, Node place, Node operand) {
    if (!place.is(Kind::subscript) || !facts.variable(place.child(Field::value))) return false;
    const std::vector<Node> indices = syntax::Subscript{place}.indices();
    const auto is_number = [&](Node index) {
        return !index.is(Kind::slice) && function::number_of(facts.value(index)) && keeps_whole(facts, index);
    };
    return indices.size() > 1 && indices.front() == operand && operand.is(Kind::identifier) &&
           std::all_of(indices.begin() + 1, indices.end(), is_number);
}

// What all rows would get; nothing if it is made of anything else.
std::optional<std::string> value_of_all(Node assignment, Column& column) {
    const Node value = assignment.child(Field::right);
    if (assignment.is(Kind::augmented_assignment)) {
        if (!column.computes(assignment.op(), value)) return std::nullopt;
        return column.text() + " " + std::string(syntax::op_text(assignment.op())) + " " + edit::on_one_line(value, {});
    }
    if (!assignment.is(Kind::assignment) || !column.reads(value)) return std::nullopt;
    return edit::on_one_line(value, column.columns);
}

}  // namespace

Proposal propose_masked_column(Study& study, Node operand) {
    const Facts& facts = study.facts(syntax::function_of(operand));
    const text::Source& source = study.analysis().source();
    const Node statement = syntax::statement_of(operand), assignment = statement.first_child();
    const Node place = assignment.child(Field::left);
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    const auto value = facts.value(operand);
    const bool is_mask = value.dtype == torch::Dtype::boolean || value.is(values::Kind::unknown);
    if (!torch || !statement.is(Kind::expression_statement) || !is_mask || !place.is(Kind::subscript)) return {};
    Node around = operand;  // another read of the column finds the place on the left
    while (around && !around.is(Kind::subscript)) around = around.parent();
    if (!is_column(facts, place, syntax::Subscript{place}.indices().front()) || around.text() != place.text())
        return {};
    Column column{.facts = facts, .place = place};
    const auto made = value_of_all(assignment, column);
    if (!made) return declined(edit::quoted(assignment.child(Field::right)) + " is more than one column, and numbers");
    if (is_watched(facts, statement)) return declined("something around it may see the difference");
    if (!edit::comments_in(source, statement.span(), {}).empty()) return declined("there are comments in it");
    const std::string name(column.tensor().text()), mask(operand.text());
    std::vector<std::string> assumptions;
    const values::Origin origin = facts.value(column.tensor()).origin;
    if (!facts.without_gradients() && origin != values::Origin::fresh && origin != values::Origin::view)
        assumptions.push_back("`" + name + "` is no leaf that wants a gradient");
    proof::Guards guards;
    if (column.is_floating && facts.value(column.tensor()).dtype != torch::Dtype::floating)
        guards.push_back(proof::is_floating(name));
    if (assumptions.empty()) {  // else that the index is a mask is what the finding rests on
        for (const Node number : column.numbers) guards.push_back(speculation::is_moderate(number));
        if (value.dtype != torch::Dtype::boolean || value.likely) guards.push_back(proof::is_mask(mask, *torch));
    }
    guards.push_back(proof::same_shape(mask, name, "[:1]"));
    const std::string chosen = std::string(select) + mask;
    const std::string line =
        column.text() + " = " + std::string(*torch) + chosen + ", " + *made + ", " + column.text() + ")";
    if (edit::is_old_version(statement, proof::codes(guards), chosen))
        return declined("this is what the test in front of it leaves");
    const Rewriting rewriting{.name = "masked-write",
                              .title = "compute it for all rows, and choose with `torch.where`",
                              .assumptions = std::move(assumptions),
                              .guards = std::move(guards),
                              .facts = &facts,
                              .statement = statement,
                              .torch = std::string(*torch)};
    return {.fixes = in_forms(rewriting, [&](const proof::Guards& tests) {
                return tests.empty() ? std::optional(std::vector{edit::Edit{statement.span(), line}})
                                     : edit::in_versions(source, {&statement, 1}, proof::codes(tests), {line});
            })};
}

}  // namespace transforms::masks
