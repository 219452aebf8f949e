#include "analysis/effects/slot_definitions.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/canonical/canonical.h"
#include "transforms/canonical/if_statement.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/quote.h"
#include "transforms/metadata/slot_guards.h"

#include <algorithm>

namespace transforms::canonical {

using edit::Edit;
using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// `self.state.scale`, of objects that run no code when they are asked.
bool is_plain_chain(const Facts& facts, Node node) {
    while (node.is(Kind::attribute) && effects::is_plain_attribute(facts, node)) node = node.child(Field::object);
    return node.is(Kind::identifier);
}

bool is_key(Node index) { return index.is(Kind::integer) || index.is(Kind::string) || index.is(Kind::identifier); }

// An item of a list or dict, an attribute of an object that an attribute holds, a variable of a function around or of
// the module.
bool is_place(const Facts& facts, Node target) {
    if (target.is(Kind::identifier)) return !facts.variable(target);
    if (target.is(Kind::attribute))
        return target.child(Field::object).is(Kind::attribute) && is_plain_chain(facts, target);
    const auto item = syntax::as<syntax::Subscript>(target);
    if (!item || item->indices().size() != 1 || !is_key(item->indices().front())) return false;
    const values::Value holder = facts.value(item->object());
    const bool is_list = holder.is(values::Kind::sequence) && holder.sequence().form == values::Sequence::Form::list;
    return is_plain_chain(facts, item->object()) && (is_list || holder.is(values::Kind::mapping));
}

// `y` of `y = a`, a statement of an arm.
Node target_of(Node statement) {
    const auto assignment = syntax::as<syntax::Assignment>(statement.first_child());
    return statement.is(Kind::expression_statement) && assignment && !assignment->annotation() ? assignment->target()
                                                                                               : Node{};
}

// The only place that the arms assign to beside variables.
Node place_in(const Facts& facts, const std::vector<Node>& arms) {
    Node found;
    for (const Node arm : arms)
        for (const Node statement : arm.children()) {
            const Node target = target_of(statement);
            if (!target || !is_place(facts, target)) continue;
            if (found && found.text() != target.text()) return {};
            found = target;
        }
    return found;
}

bool assigns(Node block, std::string_view place) {
    for (const Node statement : block.children())
        if (const Node target = target_of(statement); target && target.text() == place) return true;
    return false;
}

// Something there may take the item away, or make the same words mean another place.
bool may_move(Node statement, Node place) {
    const Node holder = place.child(Field::value);
    return std::ranges::any_of(subtree(statement), [&](Node node) {
        if (node.is(Kind::delete_statement)) return true;
        if (syntax::is_target(node) && node.text() != place.text() && syntax::mentions(place, node.text())) return true;
        return node.is(Kind::attribute) && node.child(Field::object).text() == holder.text();
    });
}

// The lines in front of the branch, which ask for its condition as well, have read or assigned the item.
bool is_there(syntax::If branch, Node place) {
    const auto names_it = [&](Node whole) {
        return std::ranges::any_of(subtree(whole), [&](Node node) { return node.text() == place.text(); });
    };
    if (names_it(branch.condition()) && !branch.condition().is(Kind::boolean_operator)) return true;
    bool found = false;
    for (const Node before : branch.node.parent().children()) {
        if (before == branch.node) break;
        const Node target = target_of(before);
        found = (found && !may_move(before, place)) || (target && target.text() == place.text());
    }
    return found;
}

// It is read although an arm may not assign it.
bool is_kept(syntax::If branch, Node place) {
    const std::vector<Node> arms = arms_of(branch), others = branch.alternatives();
    const bool has_else = !others.empty() && others.back().is(Kind::else_clause);
    return !has_else || !std::ranges::all_of(arms, [&](Node arm) { return assigns(arm, place.text()); });
}

// What the place is spelled with stays what it is.
bool is_fixed_spelling(Node whole, Node place) {
    for (const Node node : subtree(whole)) {
        if (!syntax::is_target(node) || node.text() == place.text()) continue;
        if (syntax::mentions(place, node.text())) return false;
    }
    return true;
}

// Lines are broken by their length, which then does not change.
std::string name_as_long_as(std::string_view place) {
    std::string name = "held";
    name.resize(std::max<std::size_t>(place.size(), 1), '_');
    return name;
}

}  // namespace

std::optional<Spelling> held_place(const text::Source& source, const Facts& facts, Node asked) {
    const auto whole = branch_of(asked);
    const auto indentation = whole ? edit::indentation(source, whole->node.span()) : std::nullopt;
    if (!indentation) return std::nullopt;
    const Node place = place_in(facts, arms_of(*whole));
    if (!place || !is_fixed_spelling(whole->node, place)) return std::nullopt;
    const bool reads = place.is(Kind::subscript) && is_kept(*whole, place) && !is_there(*whole, place);
    if (reads && metadata::is_never_there(facts, place, whole->node)) return std::nullopt;
    const std::string name = edit::unused_name(facts.program().names(), name_as_long_as(place.text()));
    const std::string text(place.text()), next = std::string(source.line_ending()).append(*indentation);
    const text::Span span = whole->node.span();
    Spelling made{.edits = {{{span.begin, span.begin}, name + " = " + text + next}},
                  .stand_in = {.name = name, .place = text, .statement = span}};
    if (reads) made.assumes = {edit::quoted(place) + " is there"};
    Node last;
    for (const Node node : subtree(whole->node))
        if (node.kind() == place.kind() && node.text() == text && !(last && syntax::is_within(node, last))) {
            made.edits.push_back({node.span(), name});
            last = node;
        }
    made.edits.push_back({{span.end, span.end}, next + text + " = " + name});
    return made;
}

}  // namespace transforms::canonical
