// Whether a class gives the tensor of an attribute another name, or a container holds it twice: a part of escape.h.
#include "analysis/effects/escape.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <set>
#include <string_view>

namespace effects {

using function::Facts;
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

// `[h, h]`, `{"a": h, "b": h}`, `[h] * 2`, `[h for _ in range(2)]`.
bool repeats_variable(Node made) {
    if (made.is(Kind::binary_operator) || made.is(Kind::list_comprehension) || made.is(Kind::dictionary_comprehension))
        return true;
    std::set<std::string_view> seen;
    for (const Node part : subtree(made))
        if (part.is(Kind::identifier) && is_kept(part) && !seen.insert(part.text()).second) return true;
    return false;
}

}  // namespace

bool is_named_twice(const Facts& facts, Node attribute) {
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

bool has_one_twice(const Facts& facts, Node container) {
    Node owner = facts.function();
    for (Node around = owner; around && container.is(Kind::attribute); around = around.parent())
        if (around.is(Kind::class_definition)) owner = around;
    for (const Node node : subtree(owner)) {
        const auto assignment = syntax::as<syntax::Assignment>(node);
        if (!assignment || !assignment->value() || assignment->target().text() != container.text()) continue;
        if (repeats_variable(assignment->value())) return true;
    }
    return false;
}

}  // namespace effects
