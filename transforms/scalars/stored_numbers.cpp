#include "transforms/scalars/stored_numbers.h"

#include "analysis/function/literals.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace transforms::scalars {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::array evaluates_all{Kind::argument_list,
                                   Kind::assignment,
                                   Kind::attribute,
                                   Kind::augmented_assignment,
                                   Kind::binary_operator,
                                   Kind::call,
                                   Kind::expression_list,
                                   Kind::expression_statement,
                                   Kind::for_statement,
                                   Kind::if_statement,
                                   Kind::keyword_argument,
                                   Kind::list,
                                   Kind::parenthesized_expression,
                                   Kind::return_statement,
                                   Kind::slice,
                                   Kind::subscript,
                                   Kind::tuple,
                                   Kind::unary_operator};

constexpr std::array leaves{Kind::return_statement, Kind::raise_statement, Kind::break_statement,
                            Kind::continue_statement};

// `x.shape[3]`, `h // w`; not `[h, w]`.
bool may_raise(Node number) {
    for (const Node node : subtree(number))
        if (!node.is(Kind::identifier) && !node.is(Kind::list)) return true;
    return false;
}

// Whoever comes by the definition comes to the call.
bool is_surely_reached(Node call, Node definition) {
    const auto is_one_of = [](const auto& kinds, Node node) {
        return std::ranges::find(kinds, node.kind()) != kinds.end();
    };
    Node at = call;
    for (; at.parent() != definition.parent(); at = at.parent())
        if (!is_one_of(evaluates_all, at.parent())) return false;
    for (const Node node : between(definition, at))
        if (is_one_of(leaves, node)) return false;
    return true;
}

// Empty where nothing is left to ask.
std::optional<std::string> stays_itself(const Facts& facts, Node number) {
    const values::Value value = facts.value(number);
    const bool whole = values::category(value) == torch::Dtype::integer;
    const torch::Row* row = number.is(Kind::call) ? facts.row_of(number) : nullptr;
    const bool counts = row && (row->gives == torch::Gives::shape_number || row->name == "builtins.len");
    if (counts || (value.is(values::Kind::shape_number) && whole)) return "";
    if (const auto given = function::number_of(value))
        return whole && std::abs(*given) < 0x1p63 ? std::optional(std::string()) : std::nullopt;
    const bool may_be = (value.is(values::Kind::number) && whole) ||
                        (value.is(values::Kind::unknown) && facts.variable(number) != nullptr);
    const std::string name(number.text());
    return may_be ? std::optional("type(" + name + ") is int and abs(" + name + ") < 2**63") : std::nullopt;
}

}  // namespace

bool is_wide_dtype(const Facts& facts, Node argument) {
    const auto keyword = syntax::as<syntax::Keyword>(argument);
    if (!keyword || keyword->name().text() != "dtype") return false;
    const auto name = facts.program().names().qualified(keyword->value());
    return name && (*name == "torch.int64" || *name == "torch.long");
}

std::optional<Reading> reading_of(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    const Node argument = syntax::Call{call}.arguments().first_child();
    if (!row) return std::nullopt;
    const bool whole = row->gives == torch::Gives::numbers;
    if ((row->role == torch::Role::reads_number || whole) && !argument &&
        call.child(Field::function).is(Kind::attribute))
        return Reading{.tensor = call.child(Field::function).child(Field::object), .whole = whole};
    if (row->role == torch::Role::number_type && row->dtype == torch::Dtype::integer && argument &&
        !argument.next_sibling())
        return Reading{.tensor = argument};
    return std::nullopt;
}

std::optional<proof::Guards> stay_themselves(const Facts& facts, const std::vector<Node>& numbers) {
    proof::Guards all;
    for (const Node each : numbers) {
        auto test = stays_itself(facts, each);
        if (!test) return std::nullopt;
        if (!test->empty()) all.push_back(proof::code(std::move(*test)));
    }
    return proof::without_implied(all);
}

std::string as_operand(Node number) {
    const bool is_one = number.is(Kind::identifier) || number.is(Kind::integer) || number.is(Kind::subscript) ||
                        number.is(Kind::attribute) || number.is(Kind::call) || number.is(Kind::list);
    const std::string text(number.text());
    return is_one ? text : "(" + text + ")";
}

Rewriting known_number(const Facts& facts, const std::string& quoted, proof::Guards guards) {
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    return {.name = "known-number",
            .title = "use " + quoted + " itself",
            .guards = std::move(guards),
            .torch = std::string(torch.value_or(""))};
}

std::ptrdiff_t uses_of(const Facts& facts, const names::Binding& variable) {
    return std::ssize(facts.uses_of(variable)) - std::ssize(variable.occurrences);
}

void take_away(const analysis::Analysis& analysis, Node call, Node definition, const std::vector<Node>& numbers,
               std::vector<edit::Edit>& edits) {
    if (std::ranges::any_of(numbers, may_raise) && !is_surely_reached(call, definition)) return;
    if (const auto lines = edit::removable(analysis.source(), definition)) edits.push_back({*lines, ""});
    std::ranges::sort(edits, {}, &edit::Edit::span);
}

}  // namespace transforms::scalars
