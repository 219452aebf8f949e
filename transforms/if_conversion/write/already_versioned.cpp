#include "transforms/if_conversion/write/already_versioned.h"

#include "analysis/syntax/python.h"
#include "transforms/edit/versioning.h"

#include <algorithm>

namespace transforms::if_conversion {

using syntax::Kind;
using syntax::Node;

namespace {

// Where all of the conditions hold, this branch in front of ours is taken.
bool takes_all(Node branch, const std::vector<std::string>& conditions) {
    return (branch.is(Kind::if_statement) || branch.is(Kind::elif_clause)) &&
           edit::is_among(branch.child(syntax::Field::condition), conditions);
}

// `if isinstance(condition, torch.Tensor) and ...:` of what a function gave, which is not known to be a tensor behind
// it.
bool asks_first(Node branch, Node condition) {
    Node first = syntax::unparenthesized(branch.child(syntax::Field::condition));
    while (first.is(Kind::boolean_operator)) first = first.child(syntax::Field::left);
    return first.text().starts_with("isinstance(" + std::string(condition.text()) + ",");
}

bool leaves(Node statement) {
    const Node last = syntax::last_statement(syntax::If{statement}.body());
    return last.is(Kind::return_statement) || last.is(Kind::continue_statement);
}

}  // namespace

std::vector<std::string> conditions_in_front(const Proven& proven) {
    std::vector<std::string> all = proven.predicate.fixed;
    const std::vector<std::string> tests = proof::codes(proven.proof.guards());
    all.insert(all.end(), tests.begin(), tests.end());
    return all;
}

bool is_tested_already(const Predication& predication, const Proven& proven) {
    const std::vector<std::string> conditions = conditions_in_front(proven);
    if (predication.form == Predication::Form::expression &&
        edit::is_old_version(predication.conditions.front().parent(), conditions))
        return true;
    if (predication.loop) return edit::is_old_version(predication.loop, conditions);
    if (predication.head.is(Kind::elif_clause)) {
        const auto takes = [&](Node branch) { return takes_all(branch, conditions); };
        return takes(predication.statement) ||
               std::ranges::any_of(syntax::If{predication.statement}.alternatives(), takes);
    }
    Node before;
    for (const Node each : predication.statement.parent().children()) {
        if (each == predication.statement) break;
        before = each;
    }
    const bool takes = takes_all(before, conditions) || asks_first(before, predication.conditions.front());
    return takes && leaves(before);
}

}  // namespace transforms::if_conversion
