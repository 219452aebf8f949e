// Whether a variable, or the item of a dict, alone refers to its tensor.
#include "analysis/effects/escape.h"
#include "analysis/function/literals.h"
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

// `torch.zeros(3).bool()`: what it was called on is new, if it is not what it gives. Nobody writes to a number.
bool is_new(const Facts& facts, Node expression) {
    if (function::number_of(facts.value(expression))) return true;
    const torch::Row* row = expression.is(Kind::call) ? facts.row_of(expression) : nullptr;
    if (row && casts(*row)) return is_new(facts, syntax::Call{expression}.function().child(Field::object));
    return makes_new_tensor(facts, expression);
}

// The end of what may have run before the statement, in another round of its loop as well.
std::uint32_t last_before(Node statement) {
    const Node loop = outermost_loop(statement);
    return loop ? loop.end_index() : statement.end_index();
}

// In such a `with` that does not hold the statement.
bool is_made_in_inference(const Facts& facts, Node made, Node statement) {
    for (Node with = with_around(made); with; with = with_around(with))
        if (is_inference(facts, with) && !syntax::is_within(statement, with)) return true;
    return false;
}

// `y = x * 2` in front of the statement that holds `{"m": y}`, which is the last that is heard of y.
bool is_left_behind(const Facts& facts, Node name, Node statement) {
    const names::Binding* variable = facts.variable(name);
    if (!variable || !is_only_reference(facts, *variable, statement)) return false;
    const auto is_in_it = [&](Node use) { return syntax::is_within(use, statement); };
    return std::ranges::count_if(facts.uses_of(*variable), is_in_it) == 1 &&
           !facts.liveness().after(statement, variable->text);
}

// `state["m"] = y`
bool is_only_assigned(Node place) { return is_target(place) && !place.parent().is(Kind::augmented_assignment); }

}  // namespace

bool may_come_from_inference(const Facts& facts, const names::Binding& variable, Node statement) {
    return std::ranges::any_of(variable.occurrences,
                               [&](const auto& each) { return is_made_in_inference(facts, each.node, statement); });
}

bool is_only_reference(const Facts& facts, const names::Binding& variable, Node statement) {
    if (variable.captured || may_come_from_inference(facts, variable, statement)) return false;
    const auto made = facts.definition(variable, statement);
    return made && made->statement && made->statement.index() < statement.index() &&
           innermost_loop(made->statement) == innermost_loop(statement) && makes_new_tensor(facts, made->value) &&
           is_kept_private(facts, variable, made->statement.end_index(), statement.index());
}

bool is_unshared(const Facts& facts, const names::Binding& variable, Node statement) {
    if (variable.captured || may_come_from_inference(facts, variable, statement)) return false;
    const auto definition = facts.definition(variable, statement);
    if (definition && definition->statement && innermost_loop(definition->statement) == innermost_loop(statement)) {
        if (!is_new(facts, definition->value)) return false;
        return is_kept_private(facts, variable, definition->statement.end_index(), statement.end_index());
    }
    for (const names::Occurrence& occurrence : variable.occurrences) {
        if (occurrence.node.index() >= last_before(statement) || is_updated(occurrence.node)) continue;
        if (occurrence.kind == names::BindingKind::parameter && facts.is_replaced(variable, statement)) continue;
        const Node given = syntax::given_to(occurrence.node);
        if (!given || !is_new(facts, given)) return false;
    }
    return is_kept_private(facts, variable, facts.function().index(), last_before(statement));
}

bool is_unshared_item(const Facts& facts, Node item, Node statement) {
    const auto made = facts.item_definition(item, statement);
    if (!made) return false;
    if (!is_new(facts, made->value) && !is_left_behind(facts, made->value, made->statement)) return false;
    if (is_made_in_inference(facts, made->value, statement)) return false;
    for (const Node node : behind(made->statement, statement))
        if (node.text() == item.text() && !is_only_assigned(node) && !is_updated(node) &&
            !is_read_by_value(facts, node))
            return false;
    return true;
}

}  // namespace effects
