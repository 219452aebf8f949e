#include "transforms/masks/lasting_mask.h"

#include "analysis/effects/clobber.h"
#include "analysis/effects/escape.h"
#include "analysis/syntax/places.h"

#include <algorithm>

namespace transforms::masks {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// Of what came in as a parameter any update may change it.
bool is_written_between(const Facts& facts, const function::Definition& made, Node first, Node last) {
    if (made.statement) return effects::is_written_since(facts, made, last);
    return std::ranges::any_of(syntax::between(first, last), [&](Node node) {
        if (!effects::may_write(facts, node)) return false;
        const Node written = node.is(Kind::call)        ? node.child(Field::function).child(Field::object)
                             : node.is(Kind::subscript) ? node.child(Field::value)
                                                        : node.child(Field::left);
        return facts.value(written).origin != values::Origin::fresh;
    });
}

}  // namespace

bool lasts(const Facts& facts, Node mask, Node first, Node last) {
    for (const Node node : subtree(mask)) {
        const names::Binding* variable = facts.variable(node);
        if (node.is(Kind::call) || (node.is(Kind::attribute) && !facts.value(node).is(values::Kind::tensor)))
            return false;
        if (!variable) continue;
        const auto before = facts.definition(*variable, first), then = facts.definition(*variable, last);
        if (!before || !then || before->value != then->value || is_written_between(facts, *before, first, last))
            return false;
    }
    return true;
}

}  // namespace transforms::masks
