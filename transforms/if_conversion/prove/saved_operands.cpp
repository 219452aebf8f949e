#include "transforms/if_conversion/prove/saved_operands.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/saved_for_backward.h"
#include "analysis/function/in_place_update.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/speculation/gradient_hazards.h"

#include <algorithm>

namespace transforms::if_conversion {

using function::Facts;
using syntax::Kind;
using syntax::Node;

namespace {

// `w *= 2`, `w.mul_(2)`, `w[0] = 1`, `w.data = z`
bool is_written(Node use) {
    const Node parent = use.parent();
    if (parent.is(Kind::augmented_assignment)) return effects::is_updated(use);
    if (parent.is(Kind::subscript)) return use.field() == syntax::Field::value && is_target(parent);
    return parent.is(Kind::attribute) && (is_target(parent) || function::is_update(parent.parent()));
}

// The first write behind the statement, or around its loop, to the tensor that the variable holds there.
Node written_behind(const Facts& facts, const names::Binding& variable, Node statement) {
    const auto here = facts.definition(variable, statement);
    const Node loop = outermost_loop(statement);
    for (const Node use : facts.uses_of(variable)) {
        const bool behind = use.index() >= (loop ? loop.index() : statement.end_index());
        if (!behind || syntax::is_within(use, statement) || !is_written(use)) continue;
        const auto there = facts.definition(variable, syntax::statement_of(use));
        if (!here || !there || here->value == there->value) return use;
    }
    return {};
}

// A variable that the arm keeps for its backward and that is written to later; none if there is no such variable.
Node spoiled_operand(const Case& c, Node value) {
    for (std::uint32_t i = value.index(); i < value.end_index(); ++i) {
        const Node read = value.tree()->node(i);
        const names::Binding* variable = read.is(Kind::identifier) ? c.facts.variable(read) : nullptr;
        if (variable && c.facts.value(read).is_tensor() && effects::is_saved(c.facts, read) &&
            written_behind(c.facts, *variable, c.at.loop ? c.at.loop : c.at.statement))
            return read;
    }
    return {};
}

}  // namespace

void saved_operands_stay(Case& c) {
    if (c.without_gradients()) return;
    for (std::size_t i = 0; i < c.at.targets.size(); ++i)
        for (std::size_t arm = 0; arm < c.at.arms() && !c.proof.refused(); ++arm) {
            const Node value = c.at.targets[i].values[arm], spoiled = value ? spoiled_operand(c, value) : Node{};
            if (!spoiled) continue;
            const auto wanted = c.roots(i, arm).differentiable;
            if (wanted.empty()) continue;
            proof::Proof kinds;
            const auto test = speculation::wants_no_gradient(c.facts, c.at.statement, wanted, kinds);
            if (!test)
                return c.proof.refuse(edit::quoted(spoiled) + " is written to later, and a gradient may need it");
            c.proof.test_kinds_of(kinds);
            c.proof.test(*test);
        }
}

}  // namespace transforms::if_conversion
