// Who could tell that a variable holds a new tensor.
#include "analysis/effects/escape.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <span>
#include <vector>

namespace effects {

using function::Facts;
using syntax::Kind;
using syntax::Node;

namespace {

// The identifier hands out the tensor that it names, or has it changed in place.
bool may_observe(const Facts& facts, Node node) {
    const names::Binding* variable = node.is(Kind::identifier) ? facts.variable(node) : nullptr;
    if (!variable) return false;
    if (node.parent().is(Kind::augmented_assignment) && is_updated(node)) return true;
    return !binds(*variable, node) && (is_returned(node) || !is_read_by_value(facts, node));
}

std::span<const std::uint32_t> from(std::uint32_t first, std::span<const std::uint32_t> nodes) {
    return nodes.subspan(std::ranges::lower_bound(nodes, first) - nodes.begin());
}

}  // namespace

Observer observer_of(const Facts& facts, const names::Binding& variable, Node statement) {
    if (variable.captured || variable.rebound_inside) return {.node = statement};
    const syntax::Tree& tree = *statement.tree();
    // The part of the function that may run behind the statement; around its loop, all of that.
    const Node loop = outermost_loop(statement);
    const std::uint32_t first = loop ? loop.index() : statement.end_index();
    const auto behind = [&](std::uint32_t i) {
        return i >= first && !(i >= statement.index() && i < statement.end_index());
    };
    const auto& observing = facts.nodes_where("may observe", [&](Node node) { return may_observe(facts, node); });
    const auto& writing = facts.nodes_where("may write", [&](Node node) { return may_write(facts, node); });
    Observer returned;
    for (const std::uint32_t i : from(first, observing)) {
        const Node node = tree.node(i);
        if (!behind(i) || facts.variable(node) != &variable) continue;
        if (!is_returned(node))
            return {.node = node, .writes = node.parent().is(Kind::augmented_assignment) && is_updated(node)};
        returned = {.node = node, .returns = true};
    }
    // Arguments are evaluated before the call that they are for, so a write in the statement of the last read counts.
    std::uint32_t end = 0;
    const auto reads = [&](Node use) { return behind(use.index()) && !binds(variable, use); };
    const std::vector<Node>& uses = facts.uses_of(variable);
    if (const auto last = std::find_if(uses.rbegin(), uses.rend(), reads); last != uses.rend())
        end = syntax::statement_of(*last).end_index();
    if (loop) end = std::max(end, loop.end_index());
    for (const std::uint32_t i : from(first, writing))
        if (i < end && behind(i)) return {.node = tree.node(i), .writes = true};
    return returned;
}

}  // namespace effects
