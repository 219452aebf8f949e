#include "analysis/effects/slot_definitions.h"

#include "analysis/effects/escape.h"
#include "analysis/function/dict_slot.h"
#include "analysis/function/in_place_update.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "analysis/values/declared/classes.h"

#include <algorithm>

namespace effects {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view modules = "torch.nn.", mode = "training";  // which every module has

// `scale.factor = 1`, of an object that is known not to watch that.
bool only_sets(const Facts& facts, Node attribute) {
    const values::Value object = facts.value(attribute.child(Field::object));
    if (!object.is(values::Kind::object)) return false;
    const values::Class& class_ = *object.object().class_;
    return !class_.owner_of("__setattr__") && !class_.owner_of(attribute.child(Field::attribute).text());
}

// What an update writes to was made in this function, and nothing but the variable refers to it.
bool writes_own(const Facts& facts, Node written) {
    const names::Binding* variable = facts.variable(written);
    return variable && is_unshared(facts, *variable, syntax::statement_of(written));
}

// "factor" of `scale.factor`, and of `state["factor"]`, which may be one by another name.
std::string_view name_of(Node place) {
    if (place.is(Kind::attribute)) return place.child(Field::attribute).text();
    return syntax::plain_string(syntax::Subscript{place}.indices().front()).value_or("");
}

// It may give a place of that name another value, or write to the tensor that it holds.
bool may_change(const Facts& facts, Node node, std::string_view name) {
    switch (node.kind()) {
        case Kind::attribute:
            if (!is_target(node)) return runs_code(facts, node);
            return name_of(node) == name || !only_sets(facts, node);
        case Kind::subscript:
            if (is_target(node) && function::is_item(facts, node)) return name_of(node) == name;
            return is_target(node) && !writes_own(facts, node.child(Field::value));
        case Kind::augmented_assignment: {
            const Node left = node.child(Field::left);
            return !function::is_number(facts.value(left)) && !writes_own(facts, left);
        }
        case Kind::with_statement: return !function::only_stops_gradients(facts, node);
        case Kind::call: {
            if (!may_write(facts, node) || node.parent().is(Kind::with_item)) return false;
            const torch::Row* row = facts.row_of(node);
            const bool computes = row && row->gives == torch::Gives::arithmetic && row->role == torch::Role::none;
            if (computes && function::is_number(facts.value(node))) return false;  // `abs(self.k)`
            return !row || !row->traits.in_place || !function::is_update(node) ||
                   !writes_own(facts, function::updated_by(node));
        }
        default: return may_write(facts, node);
    }
}

// What of a statement runs before its blocks do.
std::uint32_t header_end(Node statement) {
    for (const Node child : statement.children())
        if (child.is(Kind::block)) return child.index();
    return statement.end_index();
}

}  // namespace

bool is_given_anew(Node expression, Node from, Node to) {
    const auto asks = [&](std::string_view name) {
        return std::ranges::any_of(subtree(expression),
                                   [&](Node node) { return node.child(Field::attribute).text() == name; });
    };
    return std::ranges::any_of(syntax::between(from, to), [&](Node node) {
        return node.is(Kind::attribute) && is_target(node) && asks(node.child(Field::attribute).text());
    });
}

bool is_plain_attribute(const Facts& facts, Node attribute) {
    const values::Value object = facts.value(attribute.child(Field::object));
    const std::string_view name = attribute.child(Field::attribute).text();
    if (!object.is(values::Kind::object)) return false;
    const values::Class& class_ = *object.object().class_;
    const bool of_module = name == mode && class_.external.starts_with(modules) && !class_.open;
    return (class_.attribute(name) || of_module) && !class_.owner_of(name) && !class_.owner_of("__getattr__") &&
           !class_.owner_of("__getattribute__");
}

bool runs_code(const Facts& facts, Node attribute) {
    const values::Value object = facts.value(attribute.child(Field::object));
    const bool called = attribute.parent().is(Kind::call) && attribute.field() == Field::function;
    return object.is(values::Kind::object) && !called && !is_plain_attribute(facts, attribute);
}

std::uint32_t held_since(const Facts& facts, Node place, Node statement) {
    const bool item = function::is_item(facts, place);
    if (const auto made = item ? facts.item_definition(place, statement) : std::nullopt) return made->value.index();
    const names::Binding* holder = facts.variable(place.child(item ? Field::value : Field::object));
    if (!holder || !holder->is_bound_once() || !(item || is_plain_attribute(facts, place))) return statement.index();
    const Node function = facts.function();
    const std::string_view name = name_of(place);
    const auto& changes = facts.nodes_where(name, [&](Node node) { return may_change(facts, node, name); });
    const auto changed = [&](std::uint32_t from, std::uint32_t until) {
        const auto first = std::ranges::lower_bound(changes, from);
        return first != changes.end() && *first < until;
    };
    if (changed(statement.index(), header_end(statement))) return statement.index();
    // Another round may bring what is changed behind the statement.
    for (Node loop = statement.parent(); loop && loop != function; loop = loop.parent())
        if (is_loop(loop) && changed(loop.index(), loop.end_index())) return statement.index();
    const auto next = std::ranges::lower_bound(changes, statement.index());
    return next == changes.begin() ? function.index() : *(next - 1);
}

}  // namespace effects
