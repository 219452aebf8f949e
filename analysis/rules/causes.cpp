#include "analysis/rules/causes.h"

#include "analysis/rules/all.h"
#include "analysis/rules/words.h"
#include "analysis/syntax/python.h"

#include <algorithm>

namespace rules {
namespace {

using syntax::Node;

Node loop_of(Node node) {
    while (node && !node.is(syntax::Kind::for_statement) && !node.is(syntax::Kind::while_statement))
        node = node.parent();
    return node;
}

bool bound_between(const values::Program& program, Node first, Node node) {
    return std::ranges::any_of(
        program.names_of(node).resolve(node).binding().occurrences, [&](const names::Occurrence& occurrence) {
            return first.index() < occurrence.node.index() && occurrence.node.index() < node.index();
        });
}

// One cause, one finding: where a frame is lost at `if skip:`, it is lost before the next `if skip:` of the same loop.
// What may be no tensor at all is told once, too.
bool asked_before(const values::Program& program, const Cause& cause, const std::vector<const Cause*>& before) {
    const Finding& finding = cause.finding;
    const Node node = cause.node;
    if (finding.code != tensor_branch.code || !node.is(syntax::Kind::identifier)) return false;
    const bool lost = finding.outcome == Outcome::skip && loop_of(node);
    if (!lost && !program.value(node).maybe_none) return false;
    const names::Module& names = program.names_of(node);
    return std::ranges::any_of(before, [&](const Cause* earlier) {
        const Finding& other = earlier->finding;
        const Node first = earlier->node;
        return other.code == cause.finding.code && other.outcome == cause.finding.outcome &&
               first.text() == cause.node.text() && first.tree() == cause.node.tree() &&
               names.resolve(first) == names.resolve(cause.node) && (!lost || loop_of(first) == loop_of(cause.node)) &&
               !bound_between(program, first, cause.node);
    });
}

// `with threading.Lock():` breaks once, though neither making the lock nor entering it is traced.
bool is_entered(const Causes& causes, const Key& key, const Finding& finding) {
    const auto entered = causes.find({std::get<0>(key), std::get<1>(key), unsupported_context.code});
    return finding.code == unsupported_call.code && entered != causes.end() &&
           entered->second.finding.span == finding.span;
}

// Where the first call breaks already, what later ones do is no news.
bool breaks_anyway(const Causes& causes, const Finding& finding) {
    const auto same_statement = [&](const Finding& other) {
        return other.statement == finding.statement && other.source == finding.source;
    };
    const auto is_late = [](Outcome outcome) { return outcome == Outcome::late || outcome == Outcome::recompile; };
    return is_late(finding.outcome) && std::ranges::any_of(causes, [&](const auto& other) {
               return !is_late(other.second.finding.outcome) && same_statement(other.second.finding);
           });
}

bool mentions(const values::Program& program, Node expression, Node variable) {
    const names::Module& names = program.names_of(variable);
    const names::Reference meant = names.resolve(variable);
    for (std::uint32_t i = expression.index(); meant && i < expression.end_index(); ++i) {
        const Node node = expression.tree()->node(i);
        if (node.is(syntax::Kind::identifier) && names.resolve(node) == meant) return true;
    }
    return false;
}

// `for i in range(found.shape[0])` where `found` is as long as the data says: perhaps it runs, perhaps it does not.
Node loop_over_data(const values::Program& program, const Causes& causes, Node node) {
    const Node loop = loop_of(syntax::statement_of(node));
    if (!loop.is(syntax::Kind::for_statement)) return {};
    const Node iterable = loop.child(syntax::Field::right);
    const bool sized = std::ranges::any_of(causes, [&](const auto& other) {
        const Node assignment = other.second.node.parent();
        return other.second.finding.code == dynamic_shape.code && assignment.tree() == loop.tree() &&
               assignment.is(syntax::Kind::assignment) &&
               mentions(program, iterable, syntax::Assignment{assignment}.target());
    });
    return sized ? loop : Node{};
}

}  // namespace

void doubt_loops_over_data(const values::Program& program, Causes& causes) {
    for (auto& [key, cause] : causes) {
        Finding& finding = cause.finding;
        const Node loop = loop_over_data(program, causes, cause.node);
        if (!loop || finding.reach != Reach::always) continue;
        finding.reach = Reach::conditional;
        finding.when = quoted(loop.child(syntax::Field::right)) + " is not empty";
        if (finding.severity == Severity::warning) finding.severity = find(finding.code)->conditional;
    }
}

void tell_once(const values::Program& program, Causes& causes, std::vector<Dismissal>& dismissals) {
    std::vector<const Cause*> told;
    const auto told_by = [&](const Key& key, const Cause& cause) -> std::string_view {
        if (asked_before(program, cause, told)) return "an earlier finding has the same cause";
        if (is_entered(causes, key, cause.finding)) return "the `with` is the finding";
        if (breaks_anyway(causes, cause.finding)) return "the first call breaks here already";
        return {};
    };
    std::vector<Key> left;
    for (const auto& [key, cause] : causes) {
        if (const std::string_view reason = told_by(key, cause); !reason.empty()) {
            if (std::get<0>(key) == 0)
                dismissals.push_back({.code = cause.finding.code, .span = cause.finding.span, .reason = reason});
            left.push_back(key);
        } else {
            told.push_back(&cause);
        }
    }
    for (const Key& key : left) causes.erase(key);
}

}  // namespace rules
