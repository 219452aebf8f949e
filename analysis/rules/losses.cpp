#include "analysis/rules/losses.h"

#include "analysis/rules/all.h"
#include "analysis/rules/structure.h"
#include "analysis/syntax/python.h"

#include <algorithm>

namespace rules {
namespace {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

// Runs whenever its statement does: no right side of `and`, no arm of a conditional expression, no `elif`.
bool is_unconditional(Node node, Node statement) {
    for (Node child = node, parent = node.parent(); child != statement && parent;
         child = parent, parent = parent.parent()) {
        if (parent.is(Kind::boolean_operator) && child.field() == Field::right) return false;
        if (const auto conditional = syntax::as<syntax::Conditional>(parent);
            conditional && child != conditional->condition())
            return false;
        if (parent.is(Kind::elif_clause)) return false;
    }
    return true;
}

bool runs_its_body(Node statement) {
    return statement.is(Kind::for_statement) || statement.is(Kind::while_statement) ||
           statement.is(Kind::with_statement) || statement.is(Kind::try_statement);
}

// Whether `node` is reached only through `statement`: behind it in its block, or behind the loop that it is in.
bool is_behind(Node statement, Node node) {
    for (Node block = statement.parent(); block; block = statement.parent()) {
        if (node.index() >= statement.end_index() && node.index() < block.end_index()) return true;
        if (!runs_its_body(block.parent()) || block.field() != Field::body) return false;
        statement = block.parent();
    }
    return false;
}

}  // namespace

void demote_behind_losses(const values::Program& program, Causes& causes) {
    std::vector<const Cause*> losses;
    for (auto& [key, cause] : causes) {
        Finding& finding = cause.finding;
        const Node node = cause.node;
        const auto loss = std::ranges::find_if(losses, [node](const Cause* other) {
            return syntax::function_of(other->node) == syntax::function_of(node) &&
                   is_behind(syntax::statement_of(other->node), node);
        });
        if (loss != losses.end() && finding.severity == Severity::warning) {
            const Finding& first = (*loss)->finding;
            finding.severity = Severity::hint;
            finding.trail.insert(finding.trail.end() - 1,
                                 {first.source->path(), text::line_column(*first.source, first.span.begin),
                                  "the function is left to eager here already"});
        }
        const bool is_loss = finding.outcome == Outcome::skip && finding.code != eager_comprehension.code &&
                             outcome_at(program, node) == Outcome::skip;
        if (is_loss && is_unconditional(node, syntax::statement_of(node))) losses.push_back(&cause);
    }
}

}  // namespace rules
