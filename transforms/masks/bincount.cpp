#include "transforms/masks/bincount.h"

#include "analysis/function/function_facts.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"
#include "transforms/findings.h"

#include <algorithm>

namespace transforms::masks {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view whole = ".int64", smallest_size = "minlength";

struct Count {
    Node numbers;
    Node size;
};

// The variable that the expression is only a view of, so that to look at it twice costs nothing: `chosen.flatten()`.
Node viewed(const function::Facts& facts, Node node) {
    if (node.is(Kind::identifier)) return facts.variable(node) ? node : Node{};
    const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
    const bool views = row && row->traits.view && node.child(Field::function).is(Kind::attribute);
    return views ? viewed(facts, node.child(Field::function).child(Field::object)) : Node{};
}

std::optional<Count> count_of(const function::Facts& facts, Node call) {
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    if (!row || row->role != torch::Role::counts) return std::nullopt;
    Count made;
    if (const Node object = call.child(Field::function).child(Field::object); facts.value(object).is_tensor())
        made.numbers = object;
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        if (!keyword && !made.numbers)
            made.numbers = argument;
        else if (keyword && keyword->name().text() == smallest_size)
            made.size = keyword->value();
        else
            return std::nullopt;
    }
    return made.numbers && made.size ? std::optional(made) : std::nullopt;
}

// What is made of the counts meets a tensor that is not made of them: `scores -= weight * counts`. More of them would
// not fit.
bool meets_another(const function::Facts& facts, Node counts, std::string_view name) {
    const auto is_other = [&](Node each) {
        // What is written to has a value in no place where it stands.
        const values::Value value = facts.value(each.is(Kind::subscript) ? each.child(Field::value) : each);
        return value.is_tensor() && value.rank != 0 && (name.empty() || !syntax::mentions(each, name));
    };
    for (Node node = counts; node.parent(); node = node.parent()) {
        const Node parent = node.parent();
        if (parent.is(Kind::augmented_assignment))
            return node.field() == Field::right && is_other(parent.child(Field::left));
        if (parent.is(Kind::binary_operator)) {
            const Node left = parent.child(Field::left);
            if (is_other(left == node ? parent.child(Field::right) : left)) return true;
        } else if (!parent.is(Kind::parenthesized_expression)) {
            return false;
        }
    }
    return false;
}

bool have_one_size(const function::Facts& facts, Node call) {
    if (meets_another(facts, call, "")) return true;
    const auto assignment = syntax::as<syntax::Assignment>(call.parent());
    const names::Binding* variable = assignment ? facts.variable(assignment->target()) : nullptr;
    return variable && std::ranges::any_of(facts.uses_of(*variable),
                                           [&](Node use) { return meets_another(facts, use, variable->text); });
}

}  // namespace

Proposal propose_counts(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node operand = operand_of(analysis, finding);
    const Node call = operand ? enclosing(operand, Kind::call) : Node{};
    if (!call) return {};
    const function::Facts& facts = study.facts(syntax::function_of(operand));
    const auto count = count_of(facts, call);
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    const Node variable = count ? viewed(facts, count->numbers) : Node{};
    if (!variable || !torch) return {};
    const std::string name(*torch), dtype = ", dtype=" + name + std::string(whole);
    const std::string numbers = edit::on_one_line(count->numbers, {}), size = edit::on_one_line(count->size, {});
    const std::string assumed =
        "all elements of " + edit::quoted(count->numbers) + " are less than " + edit::quoted(count->size);
    const std::string made =
        name + ".zeros(" + size + dtype + ", device=" + std::string(variable.text()) + ".device).scatter_add(";
    const std::string added = "0, " + numbers + ".long(), " + name + ".ones_like(" + numbers + dtype + ")";
    const Node statement = syntax::statement_of(call);
    const auto layout = edit::indentation(analysis.source(), statement.span());
    const bool fits =
        !layout || statement.span().size() - call.span().size() + made.size() + added.size() < edit::longest_line;
    const std::string next = fits ? "" : std::string(analysis.source().line_ending()).append(*layout);
    const std::string inner = fits ? "" : next + edit::step_of(analysis.source(), statement);
    return {.fixes = {{.rewrite = "counts",
                       .title = "count in a tensor of a known size (assumes that " + assumed + ")",
                       .safety = have_one_size(facts, call) ? Safety::unsafe : Safety::suggestion,
                       .assumes = assumed,
                       .edits = {{call.span(), made + inner + added + next + ")"}}}},
            .declined = "the largest number decides how many are counted"};
}

}  // namespace transforms::masks
