// A branch whose arms hold more than assignments and writes, as one whose statements ask for themselves.
#include "analysis/effects/computation.h"
#include "analysis/effects/escape.h"
#include "analysis/function/argument.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/canonical/asked_again.h"
#include "transforms/canonical/canonical.h"
#include "transforms/canonical/if_statement.h"
#include "transforms/condition/static_conjuncts.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/established.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace transforms::canonical {

using edit::Edit;
using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

bool is_compound(Node statement) {
    return statement.is(Kind::if_statement) || statement.is(Kind::for_statement) || statement.is(Kind::with_statement);
}

bool stands_in_lines(const text::Source& source, Node block) {
    for (const Node each : block.children())
        if (!edit::indentation(source, each.span())) return false;
    return true;
}

// Of an `if` with such arms, each in lines of its own; what it asks may be asked again.
struct Branch {
    syntax::If whole;
    std::string indentation;
    std::string step;
    std::string line;  // a line break, and the indentation
};

std::optional<Branch> branch_in(const text::Source& source, const Facts& facts, Node asked) {
    const auto whole = branch_around(asked);
    const auto indentation = whole ? edit::indentation(source, whole->node.span()) : std::nullopt;
    if (!indentation || !whole->node.is(Kind::if_statement) || !only_asks(facts, whole->condition()))
        return std::nullopt;
    if (!std::ranges::all_of(arms_of(*whole), [&](Node arm) { return stands_in_lines(source, arm); }))
        return std::nullopt;
    return Branch{.whole = *whole,
                  .indentation = std::string(*indentation),
                  .step = edit::step_of(source, whole->node),
                  .line = std::string(source.line_ending()).append(*indentation)};
}

// Each of very many, one within another, would be read with all that are within it.
bool is_deep(Node inner) {
    constexpr int most = 3;
    int depth = 0;
    for (; inner.is(Kind::if_statement) && depth <= most; ++depth)
        inner = syntax::last_statement(syntax::If{inner}.body());
    return depth > most;
}

// `if c and `, or `not c and `, of a branch within an arm of the one that asks c.
struct Both {
    std::string before;  // in front of what the inner one asks
    std::string behind;
    std::uint32_t at;  // where the text of c stands in that
};

Both both_asked(Node outer, bool is_true, Node inner) {
    const auto [before, behind] = is_true ? std::pair<std::string, std::string>{} : negation_of(outer);
    const bool is_loose = is_true && edit::operand(outer) != outer.text();
    const bool groups = edit::operand(inner) != inner.text();
    Both made{.before = before + (is_loose ? "(" : ""), .behind = groups ? ")" : "", .at = 0};
    made.at = static_cast<std::uint32_t>(made.before.size());
    made.before.append(outer.text()).append(behind + (is_loose ? ")" : "") + " and " + (groups ? "(" : ""));
    return made;
}

}  // namespace

std::optional<Spelling> nested_behind(const text::Source& source, const Facts& facts, Node asked) {
    const Node inner_if = branch_around(asked) ? branch_around(asked)->node : Node{};
    const auto around = syntax::as<syntax::If>(inner_if.parent().parent());
    auto branch = branch_in(source, facts, asked);
    const bool is_outer = branch && syntax::last_statement(arms_of(branch->whole).back()).is(Kind::if_statement);
    if (!is_outer) branch = around ? branch_in(source, facts, around->condition().first_child()) : std::nullopt;
    if (!branch) return std::nullopt;
    const std::vector<Node> arms = arms_of(branch->whole), others = branch->whole.alternatives();
    const Node last = syntax::last_statement(arms.back());
    const auto inner = syntax::as<syntax::If>(last);
    const bool is_first = arms.back().first_child() == last;
    const Node condition = branch->whole.condition();
    if (!inner || is_deep(last) || !inner->alternatives().empty() || is_first || arms.size() > 2 ||
        (!others.empty() && !others.back().is(Kind::else_clause)) || !stands_in_lines(source, inner->body()))
        return std::nullopt;
    for (const Node arm : arms)
        for (const Node each : arm.children())
            if (each != last && !outlasts(facts, condition, each)) return std::nullopt;
    const Both both = both_asked(condition, others.empty(), inner->condition());
    const std::uint32_t begin = last.span().begin, ask = inner->condition().span().begin,
                        end = inner->condition().span().end;
    const std::uint32_t line = source.line(source.line_at(begin)).begin;
    Spelling made{.edits = {{{line, begin}, branch->indentation}, {{ask, ask}, both.before}}, .costs_more = true};
    if (!both.behind.empty()) made.edits.push_back({{end, end}, both.behind});
    made.copies = {{.of = condition, .edit = 1, .at = both.at}};
    const auto lines = edit::shallower(source, last, branch->step);
    if (!lines) return std::nullopt;
    made.edits.insert(made.edits.end(), lines->begin(), lines->end());
    return made;
}

std::optional<Spelling> both_conditions(const text::Source& source, const Facts& facts, Node asked) {
    const auto branch = branch_in(source, facts, asked);
    const Node only = branch && branch->whole.alternatives().empty() ? only_statement(branch->whole.body()) : Node{};
    const auto inner = syntax::as<syntax::If>(only);
    if (!inner || is_deep(only) || !inner->node.is(Kind::if_statement) || !inner->alternatives().empty())
        return std::nullopt;
    const Node outer = branch->whole.condition(), second = inner->condition();
    const text::Span gap{outer.span().end, second.span().begin};
    const auto lines = edit::shallower(source, inner->node, branch->step);
    if (source.text(gap).find('#') != std::string_view::npos || !lines) return std::nullopt;
    Spelling made;
    // What tracing knows comes first.
    if (condition::stays_in_python(facts, second) && syntax::is_within(asked, outer) &&
        !condition::runs_program(facts, second)) {
        if (may_fail(facts, second, branch->whole.node))
            made.assumes.push_back(edit::quoted(second) + " can be asked in any case");
        const std::uint32_t begin = outer.span().begin, end = outer.span().end;
        const bool groups = edit::operand(outer) != outer.text();
        made.edits = {{{begin, begin}, edit::operand(second) + " and " + (groups ? "(" : "")},
                      {{end, second.span().end}, groups ? ")" : ""}};
    } else {
        const bool is_loose = edit::operand(outer) != outer.text(), groups = edit::operand(second) != second.text();
        if (is_loose) made.edits.push_back({{outer.span().begin, outer.span().begin}, "("});
        made.edits.push_back({gap, std::string(is_loose ? ")" : "") + " and " + (groups ? "(" : "")});
        if (groups) made.edits.push_back({{second.span().end, second.span().end}, ")"});
    }
    made.edits.insert(made.edits.end(), lines->begin(), lines->end());
    return made;
}

std::optional<Spelling> statements_apart(const text::Source& source, const Facts& facts, Node asked) {
    const auto branch = branch_in(source, facts, asked);
    if (!branch || !branch->whole.alternatives().empty()) return std::nullopt;
    const Node block = branch->whole.body(), condition = branch->whole.condition();
    const std::string header = "if " + std::string(condition.text()) + ":";
    Spelling made{.costs_more = true};
    bool is_before = false;  // whether the one in front is compound
    for (const Node each : block.children()) {
        const bool is_first = each == block.first_child(), is_now = is_compound(each);
        if (!is_first && (is_now || is_before)) {
            const std::uint32_t line = source.line(source.line_at(each.span().begin)).begin;
            made.copies.push_back({.of = condition,
                                   .edit = made.edits.size(),
                                   .at = static_cast<std::uint32_t>(branch->indentation.size() + 3)});
            made.edits.push_back({{line, line}, branch->indentation + header + std::string(source.line_ending())});
        }
        is_before = is_now;
        if (each.next_sibling() && !outlasts(facts, condition, each)) return std::nullopt;
    }
    return made.edits.empty() ? std::nullopt : std::optional(std::move(made));
}

namespace {

// What is gone through although the program would not have, and is there to be gone through again.
enum class Again : std::uint8_t { no, perhaps, yes };

Again gone_through_again(const Facts& facts, Node iterable);

Again called_again(const Facts& facts, syntax::Call call) {
    constexpr std::array<std::string_view, 9> of_python{"range", "zip",    "enumerate", "list", "tuple",
                                                        "len",   "sorted", "reversed",  "max"};
    constexpr std::array<std::string_view, 9> of_objects{
        "items", "keys", "values", "parameters", "buffers", "modules", "children", "named_parameters", "named_buffers"};
    const torch::Row* row = facts.row_of(call.node);
    const Node function = call.function();
    const auto is_among = [](const auto& names, std::string_view name) {
        return std::ranges::find(names, name) != names.end();
    };
    Again made = row ? Again::yes : Again::perhaps;
    if (function.is(Kind::attribute)) {
        if (call.arguments().first_child() || !is_among(of_objects, function.child(Field::attribute).text()) ||
            function::only_callee(facts, call.node))
            return Again::no;
        return std::min(made, gone_through_again(facts, function.child(Field::object)));
    }
    if (!row || !row->name.starts_with("builtins.") || !is_among(of_python, row->last_word())) return Again::no;
    for (const Node each : call.arguments().children())
        made = std::min(made, gone_through_again(facts, syntax::value_of_argument(each)));
    return made;
}

Again gone_through_again(const Facts& facts, Node iterable) {
    const Node plain = syntax::unparenthesized(iterable);
    switch (plain.kind()) {
        case Kind::call: return called_again(facts, syntax::Call{plain});
        case Kind::identifier:
        case Kind::attribute: return facts.value(plain).is(values::Kind::unknown) ? Again::perhaps : Again::yes;
        case Kind::subscript:
        case Kind::binary_operator:
        case Kind::list:
        case Kind::tuple: {
            Again made = plain.is(Kind::subscript) ? Again::perhaps : Again::yes;
            for (const Node each : plain.children()) made = std::min(made, gone_through_again(facts, each));
            return made;
        }
        default: return facts.value(plain).is(values::Kind::literal) ? Again::yes : Again::no;
    }
}

}  // namespace

std::optional<Spelling> loop_outside(const text::Source& source, const Facts& facts, Node asked) {
    const auto branch = branch_in(source, facts, asked);
    const Node only = branch && branch->whole.alternatives().empty() ? only_statement(branch->whole.body()) : Node{};
    const auto loop = syntax::as<syntax::For>(only);
    if (!loop || loop->otherwise() || !stands_in_lines(source, loop->body())) return std::nullopt;
    const Node condition = branch->whole.condition(), first = loop->body().first_child();
    const auto leaves = [](Node node) {
        return node.is(Kind::break_statement) || node.is(Kind::return_statement) || node.is(Kind::yield);
    };
    const auto is_read_elsewhere = [&](Node name) {
        const names::Binding* variable = facts.variable(name);
        return !variable ||
               std::ranges::any_of(facts.uses_of(*variable), [&](Node use) { return !syntax::is_within(use, only); });
    };
    Spelling made;
    const Again again = gone_through_again(facts, loop->iterable());
    const text::Span gap{condition.span().end, first.span().begin};
    if (source.text(gap).find('#') != std::string_view::npos || std::ranges::any_of(subtree(only), leaves) ||
        std::ranges::any_of(syntax::elements_of(loop->target()), is_read_elsewhere) ||
        !outlasts(facts, condition, loop->body()) || again == Again::no)
        return std::nullopt;
    if (again == Again::perhaps) made.assumes.push_back(edit::quoted(loop->iterable()) + " can be gone through again");
    const std::string inner = std::string(edit::indentation(source, first.span()).value_or(""));
    const std::string header(source.text({only.span().begin, loop->iterable().span().end}));
    made.edits = {
        {{branch->whole.node.span().begin, condition.span().begin}, header + ":" + branch->line + branch->step + "if "},
        {gap, ":" + std::string(source.line_ending()).append(inner)}};
    return made;
}

}  // namespace transforms::canonical
