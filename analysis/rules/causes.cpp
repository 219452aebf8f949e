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
        program.names().resolve(node).binding().occurrences, [&](const names::Occurrence& occurrence) {
            return first.index() < occurrence.node.index() && occurrence.node.index() < node.index();
        });
}

// One cause, one finding: where a frame is lost at `if skip:`, it is lost before the next `if skip:` of the same loop.
// What may be no tensor at all is told once, too.
bool asked_before(const values::Program& program, const Finding& finding, const std::vector<Finding>& before) {
    const syntax::Tree& tree = program.tree();
    const Node node = tree.at(finding.span);
    if (finding.code != tensor_branch.code || !node.is(syntax::Kind::identifier)) return false;
    const bool lost = finding.outcome == Outcome::skip && loop_of(node);
    if (!lost && !program.value(node).maybe_none) return false;
    return std::ranges::any_of(before, [&](const Finding& other) {
        const Node first = tree.at(other.span);
        return other.code == finding.code && other.outcome == finding.outcome && first.text() == node.text() &&
               program.names().resolve(first) == program.names().resolve(node) &&
               (!lost || loop_of(first) == loop_of(node)) && !bound_between(program, first, node);
    });
}

// `with threading.Lock():` breaks once, though neither making the lock nor entering it is traced.
bool is_entered(const Causes& causes, const Key& key, const Finding& finding) {
    const auto entered = causes.find({key.first, unsupported_context.code});
    return finding.code == unsupported_call.code && entered != causes.end() && entered->second.span == finding.span;
}

// Where the first call breaks already, what later ones do is no news.
bool breaks_anyway(const Causes& causes, const Finding& finding) {
    const auto is_late = [](Outcome outcome) { return outcome == Outcome::late || outcome == Outcome::recompile; };
    return is_late(finding.outcome) && std::ranges::any_of(causes, [&](const auto& other) {
               return !is_late(other.second.outcome) && other.second.statement == finding.statement;
           });
}

bool mentions(const values::Program& program, Node expression, Node variable) {
    const names::Reference meant = program.names().resolve(variable);
    for (std::uint32_t i = expression.index(); meant && i < expression.end_index(); ++i) {
        const Node node = expression.tree()->node(i);
        if (node.is(syntax::Kind::identifier) && program.names().resolve(node) == meant) return true;
    }
    return false;
}

// `for i in range(found.shape[0])` where `found` is as long as the data says: perhaps it runs, perhaps it does not.
Node loop_over_data(const values::Program& program, const Causes& causes, const Finding& finding) {
    const Node loop = loop_of(program.tree().at(finding.statement));
    if (!loop.is(syntax::Kind::for_statement)) return {};
    const Node iterable = loop.child(syntax::Field::right);
    const bool sized = std::ranges::any_of(causes, [&](const auto& other) {
        const Node assignment = program.tree().at(other.second.span).parent();
        return other.second.code == dynamic_shape.code && assignment.is(syntax::Kind::assignment) &&
               mentions(program, iterable, syntax::Assignment{assignment}.target());
    });
    return sized ? loop : Node{};
}

}  // namespace

void doubt_loops_over_data(const values::Program& program, Causes& causes) {
    for (auto& [key, finding] : causes) {
        const Node loop = loop_over_data(program, causes, finding);
        if (!loop || finding.reach != Reach::always) continue;
        finding.reach = Reach::conditional;
        finding.when = quoted(loop.child(syntax::Field::right)) + " is not empty";
        if (finding.severity == Severity::warning) finding.severity = find(finding.code)->conditional;
    }
}

void tell_once(const values::Program& program, const Causes& causes, Verdict& verdict) {
    const auto told_by = [&](const Key& key, const Finding& finding) -> std::string_view {
        if (asked_before(program, finding, verdict.findings)) return "an earlier finding has the same cause";
        if (is_entered(causes, key, finding)) return "the `with` is the finding";
        if (breaks_anyway(causes, finding)) return "the first call breaks here already";
        return {};
    };
    for (const auto& [key, finding] : causes) {
        if (const std::string_view reason = told_by(key, finding); !reason.empty())
            verdict.dismissals.push_back({.code = finding.code, .span = finding.span, .reason = reason});
        else
            verdict.findings.push_back(finding);
    }
}

}  // namespace rules
