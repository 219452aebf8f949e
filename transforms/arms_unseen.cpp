#include "transforms/arms_unseen.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/gradients.h"
#include "transforms/handed_on.h"
#include "transforms/joined.h"
#include "transforms/sharing.h"
#include "transforms/speculation.h"
#include "transforms/update.h"

#include <algorithm>
#include <map>
#include <set>

namespace transforms {

using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view inference_mode = "torch.inference_mode";

// `z = x.exp()` in front of the branch, and only one arm reads z: the zeros that it gets otherwise may not stay zeros.
void reaches_no_hazard(Case& c, const Root& root, Node made) {
    std::vector<Node> factors;
    const auto stays = [&](Node factor) {
        return c.facts.variable(factor) ||
               c.facts.held_since(factor, syntax::statement_of(factor)) == c.facts.held_since(factor, c.at.statement);
    };
    if (!may_spoil(c.facts, made, &factors) && std::ranges::all_of(factors, stays)) {
        for (const Node factor : factors) c.proof.test(is_moderate(factor));
        return;
    }
    Proof kinds;
    const auto test = wants_no_gradient(c.facts, c.at.statement, {root}, kinds);
    const std::string reason =
        "what made `" + std::string(root.name) + "` may spoil gradients although its result is not used";
    if (!test && c.proof.answer() == Answer::test) return c.proof.refuse(reason);
    c.proof.test_or_assume(test.value_or(""), kinds, "gradients of what is not chosen are finite", reason);
}

// What is made in it stays apart for good: it may not be written to, or saved for a gradient, outside.
bool is_inference(const Facts& facts, Node with) {
    for (const Node item : with.child(Kind::with_clause).children()) {
        const Node manager = item.child(syntax::Field::value);
        const torch::Row* row = manager.is(Kind::call) ? facts.row_of(manager) : nullptr;
        if (row && row->name == inference_mode) return true;
    }
    return false;
}

// In a `with torch.no_grad():` a select is without the gradient that the tensor from outside has.
void keeps_gradient(Case& c, const Target& target) {
    for (const Node value : target.values) {
        if (value && !is_update(value) && makes_new_tensor(c.facts, value)) continue;
        const Node updated = value && is_update(value) ? updated_by(value) : value;
        const names::Binding* variable = updated ? c.facts.variable(updated) : target.variable;
        if (!variable || !c.facts.must_defined().before(c.at.statement, variable->text))
            return c.proof.refuse(quoted(c.at.statement) + " would lose the gradient of what it leaves");
        const auto made = c.facts.definition(*variable, c.at.statement);
        const bool here = made && made->statement && makes_new_tensor(c.facts, made->value) &&
                          with_around(made->value) == with_around(c.at.statement);
        if (here) continue;
        if (is_inference(c.facts, with_around(c.at.statement)))
            return c.proof.refuse(quoted(c.at.statement) + " would leave a tensor of inference mode");
        c.proof.test("not " + std::string(variable->text) + ".requires_grad");
    }
}

// `a, b = b, a`: each value is one of the variables, and each of these gets one.
bool is_permutation(const Case& c) {
    for (std::size_t arm = 0; arm < c.at.arms(); ++arm) {
        std::set<std::string> assigned, given;
        for (const Target& target : c.at.targets) {
            if (!target.together) return false;
            assigned.insert(target.text);
            given.insert(target.values[arm] ? std::string(target.values[arm].text()) : target.text);
        }
        if (assigned != given) return false;
    }
    return true;
}

// When control comes to the statement, nothing but the variable refers to its tensor.
bool is_only_reference(const Case& c, const names::Binding* variable) {
    if (!variable || variable->captured || outermost_loop(c.at.statement)) return false;
    const auto made = c.facts.definition(*variable, c.at.statement);
    return made && made->statement && makes_new_tensor(c.facts, made->value) &&
           is_kept_private(c.facts, *variable, made->statement.end_index(), c.at.statement.index());
}

// `return y if c else z`
bool is_returned_alone(const Case& c, const names::Binding* variable) {
    const Node condition = c.at.conditions.front();
    if (!is_returned(condition.parent()) || !is_only_reference(c, variable)) return false;
    std::size_t results = 0;
    for (std::uint32_t i = c.at.statement.index(); i < c.at.statement.end_index(); ++i) {
        const Node node = c.at.statement.tree()->node(i);
        if (c.facts.variable(node) == variable && !syntax::is_within(node, condition)) ++results;
    }
    return results == 1;
}

// `y = x * 2; return y`: a variable of its own of an arm that ends with it, which nothing else of the arm refers to.
bool leaves_alone(const Case& c, Node name, std::size_t arm) {
    const names::Binding* variable = c.facts.variable(name);
    if (c.at.form == Predication::Form::expression) return is_returned_alone(c, variable);
    const bool returns = c.at.form == Predication::Form::early;
    if ((!returns && c.at.form != Predication::Form::branch) || !variable) return false;
    std::size_t results = 0;
    Node given;
    for (const Target& target : c.at.targets) {
        const Node value = target.values[arm];
        if (value && c.facts.variable(value) == variable) ++results;
        if (value && target.temporary && target.variable == variable) given = value;
    }
    if (results != 1) return false;
    if (returns) return given ? makes_new_tensor(c.facts, given) : is_only_reference(c, variable);
    return given && makes_new_tensor(c.facts, given) &&
           is_kept_private(c.facts, *variable, given.end_index(), c.at.statement.end_index());
}

// `w * (low if c else w.abs())`, and nothing in the statement writes to it before it is read.
bool is_operand(const Case& c) {
    const Node statement = c.at.statement;
    const Node whole = parenthesized(c.at.conditions.front().parent());
    for (std::uint32_t i = statement.index(); i < statement.end_index(); ++i)
        if (const Node node = statement.tree()->node(i);
            node.is(Kind::call) && !syntax::is_within(node, whole) && may_write(c.facts, node))
            return false;
    return c.at.form == Predication::Form::expression && !syntax::is_statement(whole.parent().kind()) &&
           is_read_by_value(c.facts, whole);
}

// `carry.cell`, `both[0]`: the part that is read of the structure, as far as it is taken apart there.
Node part_around(Node structure) {
    Node part = structure;
    for (Node up = part.parent();; part = up, up = part.parent()) {
        const bool reads = up.is(Kind::attribute) && up.child(syntax::Field::object) == part;
        const bool called = up.parent().is(Kind::call) && up.field() == syntax::Field::function;
        const bool indexes = up.is(Kind::subscript) && up.child(syntax::Field::value) == part &&
                             !syntax::Subscript{up}.indices().front().is(Kind::slice);
        if ((!reads || called) && !indexes) return part;
    }
}

// Apart from returning all of it, the function reads nothing but tensors of the structure, or numbers: what operators
// and calls make of a structure may hold its parts.
bool is_only_taken_apart(const Case& c, const names::Binding& structure) {
    const Node function = c.facts.function();
    for (std::uint32_t i = function.index(); i < function.end_index(); ++i) {
        const Node node = function.tree()->node(i);
        if (c.facts.variable(node) != &structure || binds(structure, node)) continue;
        const values::Value part = c.facts.value(part_around(node));
        if (!is_returned(node) && !part.is_tensor() && !is_number(part)) return false;
    }
    return true;
}

}  // namespace

void same_gradients(Case& c) {
    const Node with = with_around(c.at.statement);
    if (with)
        for (std::size_t i = 0; i < c.at.targets.size(); ++i)
            if (c.chooses_tensor(i)) keeps_gradient(c, c.at.targets[i]);
    if (c.without_gradients() || (with && only_stops_gradients(c.facts, with))) return;
    for (std::size_t i = 0; i < c.at.targets.size(); ++i) {
        const Target& target = c.at.targets[i];
        if (!c.chooses_tensor(i)) continue;
        std::map<Root, std::size_t> arms;                      // in how many of them it takes part
        std::map<Root, std::pair<std::size_t, Node>> between;  // and what made it
        for (std::size_t arm = 0; arm < c.at.arms(); ++arm) {
            const Roots roots = c.roots(i, arm);
            for (const Root& root : roots.differentiable) ++arms[root];
            for (const auto& [root, made] : roots.between)
                if (may_spoil(c.facts, made.value)) between[root] = {between[root].first + 1, made.value};
        }
        for (const auto& [root, made] : between)
            if (made.first < c.at.arms()) reaches_no_hazard(c, root, made.second);
        for (const auto& [root, count] : arms) {
            if (count == c.at.arms() || takes_part_everywhere(c, i, root) || is_joined(c, i, root)) continue;
            const std::string name = "`" + std::string(root.name) + "`";
            Proof kinds;
            const bool keeps = std::ranges::any_of(target.values, [](Node value) { return !value; });
            const auto test = wants_no_gradient(c.facts, c.at.statement, root, target.values,
                                                keeps ? target.variable : nullptr, kinds);
            if (c.proof.answer() == Answer::assume)
                for (std::size_t arm = 0; arm < c.at.arms(); ++arm)
                    if (c.roots(i, arm).differentiable.empty() && detaches(c.facts, target.values[arm]))
                        return c.proof.refuse(quoted(target.values[arm]) +
                                              " is cut off from what gradients are wanted of");
            c.proof.test_or_assume(test, kinds, name + " may get a gradient of zeros instead of none",
                                   name + " would get a gradient of zeros instead of none");
        }
    }
}

// A select always makes a new tensor.
void copies_unseen(Case& c) {
    const bool permutes = is_permutation(c);
    for (std::size_t i = 0; i < c.at.targets.size(); ++i) {
        const Target& target = c.at.targets[i];
        if (!c.chooses_tensor(i) || target.only_read) continue;
        auto old = target.values.begin();
        for (; old != target.values.end(); ++old) {
            const auto arm = static_cast<std::size_t>(old - target.values.begin());
            const names::Binding* given = *old ? c.facts.variable(*old) : target.variable;
            if (given && ((permutes && is_only_reference(c, given)) || is_handed_on(c.facts, *given))) continue;
            const bool is_new = !*old
                                    ? given && is_unshared(c.facts, *given, c.at.asking())
                                    : is_update(*old) || makes_new_tensor(c.facts, *old) || leaves_alone(c, *old, arm);
            if (!is_new) break;
        }
        if (old == target.values.end()) continue;
        const names::Binding* variable = c.assigned(target);
        if (!variable && is_operand(c)) continue;
        if (!variable) {
            const std::string kept = *old ? quoted(*old) : c.name_of(target);
            std::string reason = "a copy instead of " + kept + " may be told from it";
            if (*old && old->text() == target.text) {
                c.proof.assume("nobody else refers to the tensor in " + kept, std::move(reason));
                continue;
            }
            const bool returned = target.text.empty() && (c.at.form == Predication::Form::early ||
                                                          is_returned(c.at.conditions.front().parent()));
            const bool is_local = *old ? old->is(Kind::identifier) : true;
            if (!returned || !is_local) return c.proof.refuse(std::move(reason));
            c.proof.assume("the caller does not mind a copy of " + kept, std::move(reason));
            continue;
        }
        if (target.together && !target.variable && !is_only_taken_apart(c, *variable))
            return c.proof.refuse("a copy in `" + std::string(variable->text) + "` may be told from what it holds");
        const Observer observer = observer_of(c.facts, *variable, c.at.asking());
        if (observer.writes)
            return c.proof.refuse(c.name_of(target) + " may be changed in place before the end of the function");
        if (!observer) continue;
        std::string reason =
            c.name_of(target) + " may be told from a copy in " + quoted(syntax::statement_of(observer.node));
        const bool is_attribute =
            std::ranges::any_of(target.values, [](Node value) { return value.is(Kind::attribute); });
        if (!observer.returns || is_attribute) return c.proof.refuse(std::move(reason));
        c.proof.assume("the caller does not mind a copy of `" + std::string(variable->text) + "`", std::move(reason));
    }
}

}  // namespace transforms
