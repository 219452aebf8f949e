#include "transforms/if_conversion/prove/unobservable_copy.h"

#include "analysis/effects/caller_observer.h"
#include "analysis/effects/computation.h"
#include "analysis/effects/copy_group.h"
#include "analysis/effects/escape.h"
#include "analysis/function/dict_slot.h"
#include "analysis/function/in_place_update.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/if_conversion/prove/ownership_transfer.h"

#include <algorithm>

namespace transforms::if_conversion {

using effects::makes_new_tensor;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view minds_no_copy = "the caller does not mind a copy of ";

// `return y if c else z`
bool is_returned_alone(const Case& c, const names::Binding* variable) {
    const Node condition = c.at.conditions.front();
    if (!variable || !effects::is_returned(condition.parent()) ||
        !effects::is_only_reference(c.facts, *variable, c.at.statement))
        return false;
    std::size_t results = 0;
    for (const Node node : subtree(c.at.statement)) {
        if (c.facts.variable(node) == variable && !syntax::is_within(node, condition)) ++results;
    }
    return results == 1;
}

// `return y, y.T`
bool is_shared_in_arm(const Case& c, const names::Binding& variable, std::size_t arm) {
    for (const Target& target : c.at.targets) {
        const Node value = target.values[arm];
        for (const Node node : descendants(value))
            if (c.facts.variable(node) == &variable && !effects::is_read_by_value(c.facts, node)) return true;
    }
    return false;
}

// `low = least` in the arm: nothing else refers to that, and nobody reads it by its old name any more.
bool is_handed_over(const Case& c, const names::Binding& variable) {
    if (c.at.loop || syntax::outermost_loop(c.at.statement)) return false;
    const std::uint32_t end = c.at.statement.end_index();
    return std::ranges::all_of(c.facts.uses_of(variable), [&](Node use) { return use.index() < end; }) &&
           effects::is_only_reference(c.facts, variable, c.at.statement);
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
    if (results != 1 || is_shared_in_arm(c, *variable, arm)) return false;
    if (returns)
        return given ? makes_new_tensor(c.facts, given)
                     : effects::is_only_reference(c.facts, *variable, c.at.statement);
    if (!given) return is_handed_over(c, *variable);
    return makes_new_tensor(c.facts, given) &&
           effects::is_kept_private(c.facts, *variable, given.end_index(), c.at.statement.end_index());
}

// `w * (low if c else w.abs())`, and nothing in the statement writes to it before it is read.
bool is_operand(const Case& c) {
    const Node statement = c.at.statement;
    const Node whole = parenthesized(c.at.conditions.front().parent());
    for (const Node node : subtree(statement))
        if (node.is(Kind::call) && !syntax::is_within(node, whole) && effects::may_write(c.facts, node)) return false;
    return c.at.form == Predication::Form::expression && !syntax::is_statement(whole.parent().kind()) &&
           effects::is_read_by_value(c.facts, whole);
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
    for (const Node node : c.facts.uses_of(structure)) {
        if (effects::binds(structure, node)) continue;
        const values::Value part = c.facts.value(part_around(node));
        if (!effects::is_returned(node) && !part.is_tensor() && !function::is_number(part)) return false;
    }
    return true;
}

// Nothing but the variable refers to what the arm leaves.
bool is_new(const Case& c, const Target& target, std::size_t arm) {
    const Node value = target.values[arm];
    if (value && value.text() == target.text && function::is_item(c.facts, value))
        return effects::is_unshared_item(c.facts, value, c.at.asking());
    if (value) return function::is_update(value) || makes_new_tensor(c.facts, value) || leaves_alone(c, value, arm);
    if (const Node walrus = c.by_walrus(target)) return makes_new_tensor(c.facts, walrus);
    return target.variable && effects::is_unshared(c.facts, *target.variable, c.at.asking());
}

// `new` behind `new = self.trunk(x)` in the arm, which gives a new tensor.
bool is_made_in_arm(const Case& c, Node name) {
    const names::Binding* variable = name ? c.facts.variable(name) : nullptr;
    return variable && std::ranges::any_of(c.at.targets, [&](const Target& each) {
               const Node given = each.variable == variable && each.temporary ? each.values.back() : Node{};
               const auto made = given.is(Kind::call) ? effects::computation_of(c.facts, given) : std::nullopt;
               return made && made->is_new;
           });
}

// `x = torch.zeros_like(h)` in front of the branch, or of its loop.
bool is_made_in_front(const Case& c, const Target& target) {
    const Node front = c.at.loop ? c.at.loop : c.at.statement;
    const auto made = target.variable ? c.facts.definition(*target.variable, front) : std::nullopt;
    return made && made->statement && makes_new_tensor(c.facts, made->value);
}

// `decay` of `decay = self.decay`, which modules keep without gradients.
bool is_buffer(const Case& c, const Target& target, Node value) {
    const names::Binding* variable = value ? c.facts.variable(value) : target.variable;
    const auto made = variable ? c.facts.definition(*variable, c.at.statement) : std::nullopt;
    const Node source = made && made->statement ? made->value : value;
    return source && c.facts.value(source).origin == values::Origin::buffer;
}

// Where no gradients are recorded a copy wants none, unlike a tensor that came from outside.
void copy_wants_no_gradient(Case& c, const Target& target) {
    if (!c.records_none()) return;
    for (const Node value : target.values) {
        const bool named = value ? value.is(Kind::identifier) || value.text() == target.text : !target.text.empty();
        const bool is_made_here = value ? is_made_in_arm(c, value) : is_made_in_front(c, target);
        if (named && !is_made_here && !is_buffer(c, target, value))
            c.proof.test(proof::wants_no_gradient(value ? value.text() : std::string_view(target.text)));
    }
}

std::string wants_none(const Case& c) { return c.records_none() ? ", and no gradient is wanted of it" : ""; }

void assume_copy(Case& c, const Target& target, std::string assumption, std::string reason) {
    copy_wants_no_gradient(c, target);
    c.proof.assume(std::move(assumption), std::move(reason));
}

void assume_no_caller_minds(Case& c, const Target& target, const names::Binding* kept, const std::string& name,
                            std::string reason) {
    if (const Node caller = effects::observing_caller(c.facts, kept))
        return c.proof.refuse(edit::quoted(syntax::statement_of(caller)) + " of a caller may tell " + name +
                              " from a copy");
    assume_copy(c, target, std::string(minds_no_copy) + name, std::move(reason));
}

// The first arm that leaves a tensor which something else refers to; nothing if there is none.
std::optional<std::size_t> sharing_arm(const Case& c, const Target& target) {
    for (std::size_t arm = 0; arm < target.values.size(); ++arm) {
        const Node value = target.values[arm];
        if (function::is_number(value ? c.facts.value(value) : c.before(target))) continue;
        const names::Binding* given = value ? c.facts.variable(value) : target.variable;
        const bool is_let_go =
            given && (is_given_away(c, *given, arm) || effects::is_handed_on(c.facts, *given, c.at.statement));
        if (!is_let_go && !is_new(c, target, arm)) return arm;
    }
    return std::nullopt;
}

// `outs.append(x * 2 if c else x)`, `outs.update({k: x * 2 if c else x})`
bool goes_into_container(const Case& c) {
    const Node whole = syntax::parenthesized(c.at.conditions.front().parent()), holder = whole.parent();
    if (holder.is(Kind::argument_list)) return effects::appends(c.facts, holder.parent());
    const Node call = holder.is(Kind::pair) ? holder.parent().parent().parent() : Node{};
    return call.is(Kind::call) &&
           call.child(syntax::Field::function).child(syntax::Field::attribute).text() == "update";
}

// `return y if c else z`, `self.state = ...`: of what is no variable. `old` is what the arm gives, if it gives
// anything.
void copy_of_value_unseen(Case& c, const Target& target, Node old) {
    const std::string kept = old ? edit::quoted(old) : c.name_of(target);
    std::string reason = "a copy instead of " + kept + " may be told from it";
    if (old && old.text() == target.text) {
        if (effects::is_named_twice(c.facts, old)) return c.proof.refuse(std::move(reason));
        return assume_copy(c, target, "nobody else refers to the tensor in " + kept, std::move(reason));
    }
    const bool is_returned = target.text.empty() && (c.at.form == Predication::Form::early ||
                                                     effects::is_returned(c.at.conditions.front().parent()));
    const bool is_local = !old || old.is(Kind::identifier);
    if (c.trusts && is_local && goes_into_container(c))
        return c.proof.assume("nobody tells a copy of " + kept + " from it" + wants_none(c), std::move(reason));
    if (!is_returned || !is_local) return c.proof.refuse(std::move(reason));
    assume_no_caller_minds(c, target, old ? c.facts.variable(old) : target.variable, kept, std::move(reason));
}

// `terms[name] = held`
bool is_stored_in(Node use, Node place) {
    const auto assignment = syntax::as<syntax::Assignment>(use.parent());
    return assignment && assignment->value() == use && assignment->target().text() == place.text();
}

// Something writes to what the variable holds, in place: `pair[0].add_(1)`, `pair[0] += 1`.
bool writes_through(const Case& c, const names::Binding& variable) {
    return std::ranges::any_of(c.facts.uses_of(variable), [&](Node use) {
        const values::Value part = c.facts.value(part_around(use));
        if (part.is(values::Kind::sequence) || part.is(values::Kind::mapping)) return false;
        for (Node at = use.parent(); at && !syntax::is_statement(at.kind()); at = at.parent())
            if (at.is(Kind::augmented_assignment) || (at.is(Kind::call) && effects::may_write(c.facts, at)))
                return true;
        return false;
    });
}

// `terms[name]` of `held = terms[name]` in front of the statement, where a line behind it stores what it left.
Node lent_by(const Case& c, const names::Binding& variable) {
    const auto made = c.facts.definition(variable, c.at.statement);
    const Node place = made && made->statement ? made->value : Node{};
    const auto is_of_it = [&](Node use) {
        const Node statement = syntax::statement_of(use);
        return statement == made->statement || syntax::is_within(use, c.at.statement) || is_stored_in(use, place);
    };
    return place && std::ranges::all_of(c.facts.uses_of(variable), is_of_it) ? place : Node{};
}

void copy_in_variable_unseen(Case& c, const Target& target, const names::Binding& variable) {
    const std::string name = "`" + std::string(variable.text) + "`";
    if (target.together && !target.variable && !is_only_taken_apart(c, variable)) {
        std::string reason = "a copy in " + name + " may be told from what it holds";
        if (!c.trusts || writes_through(c, variable))
            return c.proof.refuse(std::move(reason), {proof::Requirement::fit});
        return assume_copy(c, target, "nobody tells copies in " + name + " from what it holds", std::move(reason));
    }
    const effects::Observer observer = effects::observer_of(c.facts, variable, c.at.asking());
    if (observer.writes)
        return c.proof.refuse(c.name_of(target) + " may be changed in place before the end of the function");
    if (!observer) return;
    std::string reason =
        c.name_of(target) + " may be told from a copy in " + edit::quoted(syntax::statement_of(observer.node));
    if (const Node place = lent_by(c, variable); place && is_stored_in(observer.node, place)) {
        return c.proof.assume("nobody else refers to the tensor in " + edit::quoted(place) + wants_none(c),
                              std::move(reason));
    }
    const bool is_attribute = std::ranges::any_of(target.values, [](Node value) { return value.is(Kind::attribute); });
    if (!observer.returns || is_attribute) return c.proof.refuse(std::move(reason));
    assume_no_caller_minds(c, target, &variable, name, std::move(reason));
}

}  // namespace

// A select always makes a new tensor.
void copies_unseen(Case& c) {
    for (std::size_t i = 0; i < c.at.targets.size() && !c.proof.refused(); ++i) {
        const Target& target = c.at.targets[i];
        const auto arm = c.chooses_tensor(i) && !target.only_read ? sharing_arm(c, target) : std::nullopt;
        if (!arm) continue;
        if (const names::Binding* variable = c.assigned(target))
            copy_in_variable_unseen(c, target, *variable);
        else if (!is_operand(c))
            copy_of_value_unseen(c, target, target.values[*arm]);
    }
}

std::vector<std::string> with_copies_as_one(const std::vector<std::string>& assumptions) {
    std::vector<std::string> names, all;
    std::size_t at = 0;
    for (const std::string& each : assumptions) {
        const bool is_copy = each.starts_with(minds_no_copy);
        if (is_copy && names.empty()) at = all.size();
        (is_copy ? names : all).push_back(is_copy ? each.substr(minds_no_copy.size()) : each);
    }
    if (names.empty()) return all;
    const std::string copied = names.size() == 1 ? names.front() : "each of " + proof::listed(names);
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), std::string(minds_no_copy) + copied);
    return all;
}

}  // namespace transforms::if_conversion
