#include "transforms/if_conversion/prove/backward_path.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/saved_for_backward.h"
#include "analysis/function/in_place_update.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/speculation/gradient_hazards.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace transforms::if_conversion {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// `w *= 2`, `w.mul_(2)`, `w[0] = 1`, `w.data = z`
bool is_written(Node use) {
    if (!use.is(Kind::identifier)) return false;
    const Node parent = use.parent();
    if (parent.is(Kind::augmented_assignment)) return effects::is_updated(use);
    if (parent.is(Kind::subscript)) return use.field() == Field::value && is_target(parent);
    return parent.is(Kind::attribute) && (is_target(parent) || function::is_update(parent.parent()));
}

// Something behind the statement, or around its loop, writes to the tensor that the variable holds there.
bool is_written_behind(const Facts& facts, const names::Binding& variable, Node statement) {
    const Node loop = outermost_loop(statement);
    const auto& writes = facts.nodes_where("is written", is_written);
    const auto behind = std::ranges::lower_bound(writes, loop ? loop.index() : statement.end_index());
    return std::any_of(behind, writes.end(), [&](std::uint32_t index) {
        const Node use = statement.tree()->node(index);
        if (facts.variable(use) != &variable || syntax::is_within(use, statement)) return false;
        const auto here = facts.definition(variable, statement);
        const auto there = facts.definition(variable, syntax::statement_of(use));
        return !here || !there || here->value == there->value;
    });
}

// What the arms are made of, by way of all that their variables were assigned in front.
class History {
  public:
    History(const Facts& facts, Node statement) : facts_(facts), statement_(statement) {}

    // The first part that no gradient goes back through; none if there is no such part.
    Node blocked(Node expression, Node at) {
        for (const Node node : subtree(expression)) {
            if (has_no_derivative(node)) return node;
            // `h * self.mean`, and `self.mean.mul_(0.9)` behind it
            if (node.is(Kind::attribute) && effects::spoiled_behind(facts_, node, at)) return node;
            const names::Binding* variable = node.is(Kind::identifier) ? facts_.variable(node) : nullptr;
            if (!variable) continue;
            if (facts_.value(node).is_tensor() && effects::is_saved(facts_, node) &&
                is_written_behind(facts_, *variable, at))
                return node;
            if (const Node found = blocked(*variable)) return found;
        }
        return {};
    }

    Node blocked(const names::Binding& variable) {
        if (!seen_.insert(&variable).second) return {};
        for (const names::Occurrence& each : variable.occurrences) {
            const Node made = each.node.parent();
            if (made.index() >= statement_.index()) continue;
            if (has_no_derivative(made)) return made;
            const Node value =
                made.is(Kind::assignment) || made.is(Kind::augmented_assignment) ? made.child(Field::right) : Node{};
            if (!value) continue;
            const Node statement = syntax::statement_of(made);
            if (made.is(Kind::assignment) && effects::keeps_result(facts_, value) &&
                is_written_behind(facts_, variable, statement))
                return value;
            if (const Node found = blocked(value, statement)) return found;
        }
        return {};
    }

  private:
    // A quotient that is rounded. To ask for its gradient raises an error.
    [[nodiscard]] bool has_no_derivative(Node node) const {
        const bool divides = (node.is(Kind::binary_operator) || node.is(Kind::augmented_assignment)) &&
                             operator_of(node) == syntax::Op::floor_div;
        return divides && (facts_.value(node).is_tensor() || facts_.value(node.child(Field::left)).is_tensor());
    }

    const Facts& facts_;
    Node statement_;
    std::set<const names::Binding*> seen_;
};

// Of what the arm leaves in the target.
Node blocked_in(const Case& c, const Target& target, std::size_t arm) {
    History history(c.facts, c.at.loop ? c.at.loop : c.at.statement);
    if (const Node value = target.values[arm]) return history.blocked(value, c.at.statement);
    return target.variable ? history.blocked(*target.variable) : Node{};
}

}  // namespace

void gradients_can_go_back(Case& c) {
    if (c.without_gradients()) return;
    for (std::size_t i = 0; i < c.at.targets.size(); ++i) {
        std::vector<std::pair<std::size_t, Node>> blocked;
        for (std::size_t arm = 0; arm < c.at.arms(); ++arm)
            if (const Node part = blocked_in(c, c.at.targets[i], arm)) blocked.emplace_back(arm, part);
        if (blocked.size() == c.at.arms()) continue;  // as it is in the program
        for (const auto& [arm, part] : blocked) {
            const auto wanted = c.roots(i, arm).differentiable;
            if (wanted.empty()) continue;
            proof::Proof kinds;
            const auto test = speculation::wants_no_gradient(c.facts, c.at.statement, wanted, kinds);
            if (!test)
                return c.proof.refuse("a gradient of " + edit::quoted(part) +
                                      " may raise an error, also where that is not chosen");
            c.proof.test_kinds_of(kinds);
            c.proof.test(*test);
        }
    }
}

}  // namespace transforms::if_conversion
