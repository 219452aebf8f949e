#include "analysis/effects/escape.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/canonical/canonical.h"
#include "transforms/canonical/if_statement.h"
#include "transforms/edit/layout.h"

#include <algorithm>

namespace transforms::canonical {

using edit::Edit;
using function::Facts;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// `n < 3`, as a condition of the loop or as what ends it: `n >= 3`.
struct Limit {
    Node comparison;
    Node counter;
    std::string end;  // `3`
};

// A `while` that counts its rounds.
struct Counted {
    syntax::While loop;
    Limit limit;
    Node start;            // the statement in front of it, `n = 0`
    Node increment;        // one of its statements, `n += 1`
    Node ending;           // its first statement, `if n >= 3 or c: break`; none where its header asks
    bool goes_on = false;  // to count: it is read behind the loop, `return x, n`, or behind the increment
};

// A whole number that the rounds do not change.
bool is_fixed(const Facts& facts, Node bound, Node loop) {
    const auto known = function::number_of(facts.value(bound));
    if (bound.is(Kind::integer)) return true;
    const names::Binding* variable = facts.variable(bound);
    if (!variable) return false;
    const auto is_written = [&](Node use) { return effects::binds(*variable, use) && syntax::is_within(use, loop); };
    if (std::ranges::any_of(facts.uses_of(*variable), is_written)) return false;
    const values::Value value = facts.value(bound);
    return known ? *known == static_cast<int>(*known) && value.dtype != torch::Dtype::floating
                 : value.is(values::Kind::shape_number) || value.dtype == torch::Dtype::integer;
}

std::optional<Limit> limit_of(const Facts& facts, Node comparison, Node loop, Op strict, Op loose) {
    if (!comparison.is(Kind::comparison_operator)) return std::nullopt;
    const Node counter = comparison.first_child(), bound = counter.next_sibling();
    const Op op = bound ? bound.op() : Op::none;
    if (!counter.is(Kind::identifier) || bound.next_sibling() || !is_fixed(facts, bound, loop)) return std::nullopt;
    if (op == strict) return Limit{comparison, counter, std::string(bound.text())};
    const auto last = function::number_of(facts.value(bound));
    if (op != loose || !bound.is(Kind::integer) || !last) return std::nullopt;
    return Limit{comparison, counter, std::to_string(static_cast<long long>(*last) + 1)};
}

// `while n < 3 ...`, `while True: if n >= 3 ...: break`
std::optional<Limit> limit_in(const Facts& facts, Node condition, Node loop, bool ends) {
    Node first = condition;
    while (first.is(Kind::boolean_operator) && first.op() == (ends ? Op::logical_or : Op::logical_and))
        first = first.first_child();
    return ends ? limit_of(facts, first, loop, Op::greater_equal, Op::greater)
                : limit_of(facts, first, loop, Op::less, Op::less_equal);
}

// `if c: break`
bool only_breaks(Node statement) {
    const auto branch = syntax::as<syntax::If>(statement);
    if (!branch || !branch->alternatives().empty()) return false;
    const Node first = branch->body().first_child();
    return first.is(Kind::break_statement) && !first.next_sibling();
}

bool is_one(Node value) { return value.is(Kind::integer) && value.text() == "1"; }

// `n += 1`, `n = n + 1`
bool counts_on(Node statement, std::string_view counter) {
    const Node node = statement.first_child();
    if (const auto update = syntax::as<syntax::AugmentedAssignment>(node))
        return update->op() == Op::add && update->target().text() == counter && is_one(update->value());
    const auto assignment = syntax::as<syntax::Assignment>(node);
    const auto sum = assignment ? syntax::as<syntax::Binary>(assignment->value()) : std::nullopt;
    return sum && assignment->target().text() == counter && sum->op() == Op::add && sum->left().text() == counter &&
           is_one(sum->right());
}

// What nothing in between writes to.
bool only_counts(const Facts& facts, const Counted& at) {
    const names::Binding* variable = facts.variable(at.limit.counter);
    if (!variable || variable->captured || variable->rebound_inside) return false;
    return std::ranges::all_of(facts.uses_of(*variable), [&](Node use) {
        return syntax::is_within(use, at.start) || syntax::is_within(use, at.increment) ||
               !effects::binds(*variable, use);
    });
}

bool goes_on(const Facts& facts, const Counted& at) {
    return at.increment.next_sibling() ||
           std::ranges::any_of(facts.uses_of(*facts.variable(at.limit.counter)), [&](Node use) {
               return !syntax::is_within(use, at.start) && !syntax::is_within(use, at.loop.node);
           });
}

// None if there are several.
Node increment_in(Node body, std::string_view counter) {
    Node found;
    for (const Node statement : body.children()) {
        if (!counts_on(statement, counter)) continue;
        if (found) return {};
        found = statement;
    }
    return found;
}

bool goes_on_early(Node body) {
    return std::ranges::any_of(subtree(body), [&](Node node) {
        return node.is(Kind::continue_statement) && syntax::innermost_loop(node) == body.parent();
    });
}

Node start_of(const Facts& facts, Node counter, Node loop) {
    const names::Binding* variable = facts.variable(counter);
    const auto made = variable ? facts.definition(*variable, loop) : std::nullopt;
    return made && made->statement.parent() == loop.parent() && made->value.is(Kind::integer) ? made->statement
                                                                                              : Node{};
}

std::optional<Counted> counted(const Facts& facts, syntax::While loop) {
    const Node first = loop.body().first_child();
    const bool is_endless = loop.condition().is(Kind::true_) || is_one(loop.condition());
    if (loop.otherwise() || !first || (is_endless && !only_breaks(first)) || goes_on_early(loop.body()))
        return std::nullopt;
    const Node condition = is_endless ? syntax::If{first}.condition() : loop.condition();
    const auto limit = limit_in(facts, condition, loop.node, is_endless);
    if (!limit) return std::nullopt;
    Counted made{.loop = loop,
                 .limit = *limit,
                 .start = start_of(facts, limit->counter, loop.node),
                 .increment = increment_in(loop.body(), limit->counter.text()),
                 .ending = is_endless ? first : Node{}};
    if (!made.start || !made.increment || !only_counts(facts, made)) return std::nullopt;
    made.goes_on = goes_on(facts, made);
    return made;
}

// `for n in range(3)`; `_` where no round asks for the number, or `n` goes on counting.
std::string header_of(const Facts& facts, const Counted& at) {
    const auto is_asked = [&](Node use) {
        return syntax::is_within(use, at.loop.node) && !syntax::is_within(use, at.increment) &&
               !syntax::is_within(use, at.limit.comparison);
    };
    const bool named = !at.goes_on && std::ranges::any_of(facts.uses_of(*facts.variable(at.limit.counter)), is_asked);
    const Node value = facts.definition(*facts.variable(at.limit.counter), at.loop.node)->value;
    const std::string from = value.text() == "0" ? "" : std::string(value.text()) + ", ";
    return "for " + (named ? std::string(at.limit.counter.text()) : "_") + " in range(" + from + at.limit.end + ")";
}

// What the header asks beside the limit ends the loop: `if not (c):` `break`.
std::vector<Edit> ended_by_header(const text::Source& source, const Facts& facts, const Counted& at) {
    const text::Span condition = at.loop.condition().span(), limit = at.limit.comparison.span();
    if (limit == condition) return {{{at.loop.node.span().begin, condition.end}, header_of(facts, at)}};
    const auto outer = edit::indentation(source, at.loop.node.span());
    const std::size_t colon = source.text().find(':', condition.end);
    const Node rest = at.limit.comparison.next_sibling();
    const bool is_flat = at.limit.comparison.parent() == at.loop.condition();
    if (!outer || !rest || !is_flat || colon == std::string_view::npos) return {};
    const std::string step = edit::step_of(source, at.loop.node);
    const std::string next = std::string(source.line_ending()).append(*outer).append(step);
    return {{{at.loop.node.span().begin, rest.span().begin}, header_of(facts, at) + ":" + next + "if not ("},
            {{rest.span().end, static_cast<std::uint32_t>(colon) + 1}, "):" + next + step + "break"}};
}

// `if n >= 3 or c:` -> `if c:`
std::vector<Edit> ended_by_first(const text::Source& source, const Facts& facts, const Counted& at) {
    std::vector<Edit> edits{{{at.loop.node.span().begin, at.loop.condition().span().end}, header_of(facts, at)}};
    const Node asked = at.limit.comparison, condition = syntax::If{at.ending}.condition();
    if (asked == condition) {
        const text::Span first = at.ending.span(), next = at.ending.next_sibling().span();
        if (source.text(first).find('#') != std::string_view::npos) return {};
        edits.push_back({{first.begin, next.begin}, ""});
    } else {
        if (!asked.next_sibling()) return {};
        edits.push_back({{asked.span().begin, asked.next_sibling().span().begin}, ""});
    }
    return edits;
}

}  // namespace

std::optional<Spelling> counted_loop(const text::Source& source, const Facts& facts, Node asked) {
    const auto loop = syntax::as<syntax::While>(syntax::innermost_loop(asked));
    const auto at = loop ? counted(facts, *loop) : std::nullopt;
    const auto start = at ? edit::whole_line(source, at->start) : std::nullopt;
    const auto increment = at ? edit::whole_line(source, at->increment) : std::nullopt;
    if (!start || !increment || at->increment == loop->body().first_child()) return std::nullopt;
    if (syntax::is_within(asked, at->limit.comparison)) return std::nullopt;
    std::vector<Edit> edits = at->ending ? ended_by_first(source, facts, *at) : ended_by_header(source, facts, *at);
    if (edits.empty()) return std::nullopt;
    if (at->goes_on) return Spelling{.edits = std::move(edits)};
    edits.insert(edits.begin(), {*start, ""});
    edits.push_back({*increment, ""});
    return Spelling{.edits = std::move(edits)};
}

}  // namespace transforms::canonical
