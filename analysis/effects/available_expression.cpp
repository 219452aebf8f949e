#include "analysis/effects/available_expression.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/slot_definitions.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>

namespace effects {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// The name holds a list that was made here, and that no other name had got hold of before control came to `until`.
bool is_own_list(const Facts& facts, Node name, Node until) {
    const names::Binding* variable = facts.variable(name);
    const auto definition = variable ? facts.definition(*variable, syntax::statement_of(name)) : std::nullopt;
    if (!definition || !definition->value.is(Kind::list)) return false;
    for (const Node node : between(definition->statement, until)) {
        if (facts.variable(node) == variable && !node.parent().is(Kind::attribute)) return false;
    }
    return true;
}

// All that is assigned to the variable are numbers: `start = 0`, `start += n`.
bool holds_numbers(const Facts& facts, Node name) {
    const names::Binding* variable = facts.variable(name);
    return variable && std::ranges::all_of(variable->occurrences, [&](const names::Occurrence& each) {
               const auto assignment = syntax::as<syntax::Assignment>(each.node.parent());
               return each.node.parent().is(Kind::augmented_assignment) ||
                      (assignment && assignment->target() == each.node &&
                       function::is_number(facts.value(assignment->value())));
           });
}

// What the node changes is no tensor, no number and no list that is another one than that at `from`.
bool may_change_list(const Facts& facts, Node node, Node from) {
    const Node object = node.is(Kind::call) ? node.child(Field::function).child(Field::object) : node.first_child();
    const values::Value value = facts.value(object);
    return may_write(facts, node) && !value.is_tensor() && !holds_numbers(facts, object) &&
           !is_own_list(facts, object, from);
}

// `parts` of `len(parts)`: between the places nothing but reads it, and nothing changes another list, which it may be.
bool keeps_length(const Facts& facts, Node list, Node from, Node to) {
    const names::Binding* variable = facts.variable(list);
    if (!variable || variable->captured || outermost_loop(to)) return false;
    for (const Node each : between(from, to)) {
        const Node node = each, parent = node.parent();
        const bool item = parent.is(Kind::subscript) && node.field() == Field::value && !is_target(parent);
        const auto loop = syntax::as<syntax::For>(parent);
        if (facts.variable(node) == variable ? !item && !(loop && loop->iterable() == node)
                                             : may_change_list(facts, node, from))
            return false;
    }
    return true;
}

// Of a tensor, whose shape is asked for, or one that nothing sets in between.
bool is_lasting_attribute(const Facts& facts, Node attribute, Node from, Node to) {
    if (facts.value(attribute.child(Field::object)).is_tensor()) return true;
    return held_since(facts, attribute, to) <= from.index();
}

// `x.shape` of `x.shape[0]`; the items of a list or dict may be other ones by then.
bool is_fixed_part(const Facts& facts, Node object) {
    const values::Value value = facts.value(object);
    return value.is_tensor() ||
           (value.is(values::Kind::sequence) && value.sequence().form == values::Sequence::Form::tuple);
}

// Somebody gets the tensor who may give it another shape in place.
bool is_handed_on(const Facts& facts, const names::Binding& variable, Node from, Node to) {
    return std::ranges::any_of(facts.uses_of(variable), [&](Node use) {
        const Node parent = use.parent(), call = parent.is(Kind::argument_list) ? parent.parent() : Node{};
        return call && use.index() >= from.end_index() && use.index() < to.index() && facts.value(use).is_tensor() &&
               may_write(facts, call) && !facts.row_of(call);
    });
}

// `len(parts)`, `x.size(0)`, `x.size()`
bool is_lasting_call(const Facts& facts, Node call, Node from, Node to) {
    const torch::Row* row = facts.row_of(call);
    if (row && row->name == "builtins.len")
        return keeps_length(facts, syntax::Call{call}.arguments().first_child(), from, to);
    return row && (row->gives == torch::Gives::shape_number || row->gives == torch::Gives::shape);
}

bool is_lasting_variable(const Facts& facts, const names::Binding* variable, Node from, Node to) {
    if (!variable || is_handed_on(facts, *variable, from, to)) return false;
    // `h, w = x.shape` is the only one that there is, and no loop comes back to it in between.
    if (variable->is_bound_once() && !outermost_loop(from) && !outermost_loop(to)) return true;
    return facts.holds_the_same(*variable, from, to);
}

}  // namespace

bool is_lasting(const Facts& facts, Node expression, Node from, Node to) {
    for (const Node node : subtree(expression)) {
        if (node.is(Kind::call) && !is_lasting_call(facts, node, from, to)) return false;
        if (node.is(Kind::attribute) && !is_lasting_attribute(facts, node, from, to)) return false;
        if (node.is(Kind::subscript) && !is_fixed_part(facts, syntax::Subscript{node}.object())) return false;
        const bool is_variable =
            node.is(Kind::identifier) && node.field() != Field::attribute && node.field() != Field::function;
        if (is_variable && !is_lasting_variable(facts, facts.variable(node), from, to)) return false;
    }
    return true;
}

bool stays_list(const Facts& facts, Node list, Node from, Node loop) {
    if (facts.variable(list)->captured) return false;
    const bool is_own = is_own_list(facts, list, from);
    const Node last = outermost_loop(loop) ? outermost_loop(loop) : loop;
    for (const Node node : behind(from, last)) {
        if (facts.variable(node) == facts.variable(list)) return false;
        if (!is_own && may_change_list(facts, node, from)) return false;
    }
    return true;
}

}  // namespace effects
