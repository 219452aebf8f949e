#include "transforms/if_conversion/prove/ownership_transfer.h"

#include "analysis/effects/escape.h"
#include "analysis/function/dict_slot.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>

namespace transforms::if_conversion {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// `a, b = b, a`: all that the arms assign gets its value at once.
bool are_assigned_at_once(const Predication& at) {
    if (at.targets.size() == 1) return true;
    const Node together = at.targets.front().together;
    return together && std::ranges::all_of(at.targets, [&](const Target& each) { return each.together == together; });
}

// `y` of `z, w = (y, x) if c else (x, y)`: all of it is assigned as it is.
bool is_assigned(Node name) {
    for (Node node = name, up = node.parent();; node = up, up = up.parent()) {
        switch (up.kind()) {
            case Kind::conditional_expression:  // whose condition reads it by value
            case Kind::parenthesized_expression:
            case Kind::expression_list:
            case Kind::tuple: break;
            case Kind::assignment: return node.field() == Field::right;
            default: return false;
        }
    }
}

std::size_t times_given(const Case& c, const names::Binding& variable, std::size_t arm) {
    return static_cast<std::size_t>(std::ranges::count_if(c.at.targets, [&](const Target& target) {
        const Node value = syntax::unparenthesized(target.values[arm]);
        return (value ? c.facts.variable(value) : target.variable) == &variable;
    }));
}

}  // namespace

bool is_given_away(const Case& c, const names::Binding& variable, std::size_t arm) {
    if (c.at.form != Predication::Form::branch && c.at.form != Predication::Form::expression) return false;
    const Node statement = c.at.statement;
    if (!effects::is_only_reference(c.facts, variable, statement) || times_given(c, variable, arm) != 1) return false;
    bool overwritten = false;
    for (const Target& target : c.at.targets) overwritten = overwritten || c.assigned(target) == &variable;
    if (overwritten ? !are_assigned_at_once(c.at) : c.facts.liveness().after(statement, variable.text)) return false;
    for (const Node node : subtree(statement)) {
        if (c.facts.variable(node) != &variable) continue;
        const bool is_bound = overwritten && effects::binds(variable, node);
        if (!is_bound && !is_assigned(node) && !effects::is_read_by_value(c.facts, node)) return false;
    }
    return true;
}

}  // namespace transforms::if_conversion
