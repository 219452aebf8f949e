// Whether a class gives the tensor of an attribute another name: a part of escape.h.
#include "analysis/effects/escape.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

namespace effects {

using syntax::Kind;
using syntax::Node;

namespace {

// `self.shown = t`, `all[k] = t`: what is more than a local name.
bool is_kept(Node value) {
    const Node parent = value.parent();
    if (parent.is(Kind::list) || parent.is(Kind::tuple) || parent.is(Kind::pair)) return true;
    const auto assignment = syntax::as<syntax::Assignment>(parent);
    return assignment && assignment->value() == value && !assignment->target().is(Kind::identifier);
}

}  // namespace

bool is_named_twice(const function::Facts& facts, Node attribute) {
    Node owner = facts.function();
    while (owner && !owner.is(Kind::class_definition)) owner = owner.parent();
    for (const Node node : subtree(owner)) {
        if (node.text() != attribute.text() || !node.is(Kind::attribute)) continue;
        if (is_kept(node)) return true;
        const auto assignment = syntax::as<syntax::Assignment>(node.parent());
        if (!assignment || assignment->target() != node || !assignment->value()) continue;
        // `self.shown = self.state = t`, `self.state = t` beside `self.shown = t`
        const Node given = assignment->value(), block = syntax::statement_of(node).parent();
        if (given.is(Kind::assignment) || node.parent().parent().is(Kind::assignment)) return true;
        if (!given.is(Kind::identifier)) continue;
        for (const Node other : subtree(block))
            if (other != given && other.is(Kind::identifier) && other.text() == given.text() && is_kept(other))
                return true;
    }
    return false;
}

}  // namespace effects
