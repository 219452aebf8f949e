#include "transforms/masks/lasting_mask.h"

#include "analysis/effects/clobber.h"
#include "analysis/effects/escape.h"
#include "analysis/effects/slot_definitions.h"
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

// `self.limit`, a number that nothing in between can give it anew: no assignment, and no call of the program.
bool stays(const Facts& facts, Node attribute, Node first, Node last) {
    if (!function::is_number(facts.value(attribute))) return false;
    return std::ranges::none_of(syntax::between(first, last), [&](Node node) {
        const bool may_call = node.is(Kind::call) && !facts.row_of(node);
        return may_call || (node.is(Kind::attribute) && is_target(node) && node.text() == attribute.text());
    });
}

}  // namespace

bool lasts(const Facts& facts, Node mask, Node first, Node last) {
    if (effects::is_given_anew(mask, first, last)) return false;
    for (const Node node : subtree(mask)) {
        const names::Binding* variable = facts.variable(node);
        const bool is_method = node.field() == Field::function && node.parent().is(Kind::call);
        const bool is_held = node.is(Kind::attribute) && !is_method && !facts.value(node).is_tensor();
        const torch::Row* row = node.is(Kind::call) ? function::row_or_guess(facts, node) : nullptr;
        const bool asks_again = row && (row->traits.pure || row->traits.view);  // `valid.view(-1)`
        if ((node.is(Kind::call) && !asks_again) || (is_held && !stays(facts, node, first, last))) return false;
        if (!variable) continue;
        const bool is_same = facts.holds_the_same(*variable, first, last);
        if (!is_same || is_written_between(facts, *facts.definition(*variable, first), first, last)) return false;
    }
    return true;
}

}  // namespace transforms::masks
