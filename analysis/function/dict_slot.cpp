#include "analysis/function/dict_slot.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

namespace function {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

bool is_item(const Facts& facts, Node node) {
    const auto subscript = syntax::as<syntax::Subscript>(node);
    if (!subscript) return false;
    const Node object = subscript->object();
    const values::Value value = facts.value(object);
    const bool may_be_dict = value.is(values::Kind::unknown) ||
                             (value.is(values::Kind::mapping) && !value.mapping().modules && !value.maybe_none);
    const auto indices = subscript->indices();
    return may_be_dict && facts.variable(object) && indices.size() == 1 && syntax::plain_string(indices.front());
}

values::Value held_value(const Facts& facts, Node item) {
    return is_target(item) ? values::unknown() : facts.value(item);
}

bool is_holder(const Facts& facts, Node identifier) {
    return identifier.field() == Field::value && is_item(facts, identifier.parent());
}

bool is_assigned(const Facts& facts, Node item) {
    const Node function = facts.function();
    for (const Node other : subtree(function))
        if (other.is(Kind::subscript) && is_target(other) && other.text() == item.text()) return true;
    return false;
}

bool is_spelled_alike(const Facts& facts, Node item) {
    const Node function = facts.function();
    for (const Node other : subtree(function)) {
        if (!is_item(facts, other) || other.child(Field::value).text() != item.child(Field::value).text()) continue;
        const auto key = syntax::plain_string(syntax::Subscript{item}.indices().front());
        if (syntax::plain_string(syntax::Subscript{other}.indices().front()) == key && other.text() != item.text())
            return false;
    }
    return true;
}

}  // namespace function
