#include "transforms/if_conversion/prove/gradient_join.h"

#include "analysis/effects/escape.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/speculation/gradient_hazards.h"

#include <algorithm>

namespace transforms::if_conversion {

using effects::Root;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr int max_depth = 6;  // of names that are followed from one to the next

bool brings(const Case& c, const Root& each, const Root& root) {
    return each == root || speculation::always_comes_from(c.facts, each, root);
}

bool takes_part(const Case& c, std::size_t target, std::size_t arm, const Root& root) {
    return std::ranges::any_of(c.roots(target, arm).surely_differentiable,
                               [&](const Root& each) { return brings(c, each, root); });
}

// Of an operation that gives all its tensors a gradient, if it gives one to any.
bool passes_gradients(const function::Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    return row && (row->traits.pure || row->traits.view) && !row->traits.in_place && !row->traits.cuts &&
           !effects::takes_only_form(facts, call);
}

// Follows the uses of what the branch leaves, up to where each meets the root.
class Uses {
  public:
    Uses(const Case& c, std::size_t target, const Root& root) : c_(c), target_(target), root_(root) {}

    // Wherever the variable is read from the index on.
    [[nodiscard]] bool join(const names::Binding& variable, std::uint32_t from, int depth = 0) const {
        if (variable.captured || variable.rebound_inside || depth == max_depth) return false;
        for (const Node node : c_.facts.uses_of(variable)) {
            if (node.index() < from) continue;
            const bool updated = node.parent().is(Kind::augmented_assignment);
            if ((effects::binds(variable, node) && !updated) || reads_old(node)) continue;
            if (!joins(node, depth)) return false;
        }
        return true;
    }

    [[nodiscard]] bool joins(Node used, int depth = 0) const {
        const Node parent = used.parent();
        switch (parent.kind()) {
            case Kind::comparison_operator:
            case Kind::expression_statement: return true;
            case Kind::parenthesized_expression:
            case Kind::unary_operator: return joins(parent, depth);
            case Kind::binary_operator: return meets(parent, used) || joins(parent, depth);
            case Kind::augmented_assignment:  // what it leaves is read where the variable is
                return used.field() == Field::left || meets(parent, used) || join_assigned(parent, depth);
            case Kind::assignment: return used.field() == Field::right && join_assigned(parent, depth);
            case Kind::keyword_argument:
            case Kind::argument_list:
            case Kind::list:
            case Kind::tuple: return joins_as_argument(used, depth);
            case Kind::attribute: return joins_as_object(used, depth);
            case Kind::subscript: return used.field() == Field::value && joins(parent, depth);
            default: return false;
        }
    }

  private:
    // In an arm, before that assigns the variable.
    [[nodiscard]] bool reads_old(Node read) const {
        if (!syntax::is_within(read, c_.at.statement)) return false;
        const std::vector<Target>& targets = c_.at.targets;
        for (std::size_t arm = 0; arm < c_.at.arms(); ++arm)
            for (std::size_t i = 0; i < targets.size(); ++i) {
                if (!targets[i].values[arm] || !syntax::is_within(read, targets[i].values[arm])) continue;
                return std::none_of(targets.begin(), targets.begin() + static_cast<std::ptrdiff_t>(i),
                                    [&](const Target& each) {
                                        const bool at_once = each.together && each.together == targets[i].together;
                                        return each.text == read.text() && each.values[arm] && !at_once;
                                    });
            }
        return true;
    }

    // `y = x * lo`, `y += lo`, or in an arm, which makes a target that comes from the root in any case
    [[nodiscard]] bool join_assigned(Node assignment, int depth) const {
        const Node statement = syntax::statement_of(assignment);
        const std::vector<Target>& targets = c_.at.targets;
        for (std::size_t i = 0; i < targets.size(); ++i)
            if (std::ranges::find(targets[i].values, assignment.child(Field::right)) != targets[i].values.end() &&
                takes_part_everywhere(c_, i, root_))
                return true;
        const names::Binding* variable = c_.facts.variable(assignment.child(Field::left));
        return variable && join(*variable, statement.end_index(), depth + 1);
    }

    // `torch.maximum(x, lo)`, `torch.stack([x, lo])`
    [[nodiscard]] bool joins_as_argument(Node used, int depth) const {
        Node part = used, list = used.parent();
        while (list.is(Kind::keyword_argument) || list.is(Kind::list) || list.is(Kind::tuple)) {
            if (!list.is(Kind::keyword_argument) && passes_to(list) && meets(list, part)) return true;
            part = list;
            list = list.parent();
        }
        return list.is(Kind::argument_list) && joins_in_call(list.parent(), part, depth);
    }

    // `lo.neg()`, `lo.maximum(x)`, `lo.shape`
    [[nodiscard]] bool joins_as_object(Node used, int depth) const {
        const Node member = used.parent(), call = member.parent();
        if (call.is(Kind::call) && member.field() == Field::function) return joins_in_call(call, member, depth);
        const values::Value value = c_.facts.value(member);
        return value.is_tensor() ? joins(member, depth) : !value.is(values::Kind::unknown);
    }

    [[nodiscard]] bool joins_in_call(Node call, Node part, int depth) const {
        const torch::Row* row = c_.facts.row_of(call);
        if (row && (row->traits.cuts || !effects::may_have_gradient(c_.facts.value(call))))
            return !row->traits.in_place;
        if (effects::takes_only_form(c_.facts, call)) return !part.is(Kind::attribute) || joins(call, depth);
        if (!passes_gradients(c_.facts, call)) return false;
        const Node object = part.is(Kind::attribute) ? Node{} : call.child(Field::function).child(Field::object);
        return (object && brings_root(object)) || meets(syntax::Call{call}.arguments(), part) || joins(call, depth);
    }

    [[nodiscard]] bool passes_to(Node list) const {
        while (!list.is(Kind::argument_list) && list) list = list.parent();
        return list && passes_gradients(c_.facts, list.parent());
    }

    // One of the other parts of the operation is of the root. In an arm it makes another target, of which that is asked
    // as well.
    [[nodiscard]] bool meets(Node operation, Node used) const {
        for (const Node part : operation.children())
            if (part != used && brings_root(part)) return true;
        return false;
    }

    [[nodiscard]] bool brings_root(Node part) const {
        const Node statement = syntax::statement_of(part);
        const effects::Roots roots = effects::roots_of(c_.facts, part, statement);
        return std::ranges::any_of(roots.surely_differentiable, [&](const Root& each) {
            return brings(c_, each, root_) || (each.since == statement.index() && makes_up(each.name, statement));
        });
    }

    // `h, c = c, h` and then `h + c`: where an arm does not put the root into the one, it puts it into the other.
    [[nodiscard]] bool makes_up(std::string_view name, Node statement) const {
        for (std::size_t i = 0; i < c_.at.targets.size(); ++i) {
            const names::Binding* other = c_.at.targets[i].variable;
            if (i == target_ || !other || other->text != name || speculation::changes_in_place(c_.facts, *other))
                continue;
            const bool assigned_again = std::ranges::any_of(other->occurrences, [&](const auto& each) {
                return each.node.index() >= c_.at.statement.end_index() && each.node.index() < statement.index();
            });
            bool everywhere = !assigned_again;
            for (std::size_t arm = 0; arm < c_.at.arms() && everywhere; ++arm)
                everywhere = takes_part(c_, target_, arm, root_) || takes_part(c_, i, arm, root_);
            if (everywhere) return true;
        }
        return false;
    }

    const Case& c_;
    std::size_t target_;
    Root root_;
};

// It may be another tensor at another time: `x.detach_()`.
bool stays(const Case& c, const Root& root) {
    const auto& bindings = c.facts.scope().bindings;
    const auto variable = std::ranges::find(bindings, root.name, &names::Binding::text);
    return variable != bindings.end() && !variable->captured && !speculation::changes_in_place(c.facts, *variable);
}

}  // namespace

bool takes_part_everywhere(const Case& c, std::size_t target, const Root& root) {
    for (std::size_t arm = 0; arm < c.at.arms(); ++arm)
        if (!takes_part(c, target, arm, root)) return false;
    return true;
}

bool is_joined(const Case& c, std::size_t index, const Root& root) {
    if (outermost_loop(c.at.statement) || !stays(c, root)) return false;
    const Target& target = c.at.targets[index];
    const Uses uses(c, index, root);
    const bool expression = c.at.form == Predication::Form::expression;
    if (expression && !target.variable) return uses.joins(parenthesized(c.at.conditions.front().parent()));
    const names::Binding* variable = c.assigned(target);
    const bool stays_here = expression || c.at.form == Predication::Form::branch;
    return stays_here && variable && uses.join(*variable, c.at.statement.index());
}

}  // namespace transforms::if_conversion
