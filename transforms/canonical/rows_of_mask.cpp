#include "transforms/canonical/rows_of_mask.h"
#include "analysis/effects/escape.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/canonical/canonical.h"
#include "transforms/condition/emptiness.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/quote.h"

#include <algorithm>

namespace transforms::canonical {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// `t` of `t[rows]`
Node picked_of(Node use) {
    const Node place = use.parent();
    return place.is(Kind::subscript) && use.field() != Field::value && syntax::Subscript{place}.indices().size() == 1
               ? place
               : Node{};
}

// The statement that has all the uses, each a selection; none if there are more.
Node user_of(const Facts& facts, const names::Binding& rows) {
    Node statement;
    for (const Node use : facts.uses_of(rows)) {
        if (effects::binds(rows, use)) continue;
        const Node here = syntax::statement_of(use);
        if (!picked_of(use) || (statement && statement != here)) return {};
        statement = here;
    }
    return statement;
}

// What the other rewrites find to mend then: the first selection that is read.
Node first_read(const Facts& facts, const names::Binding& rows) {
    for (const Node use : facts.uses_of(rows))
        if (!effects::binds(rows, use) && !syntax::is_target(picked_of(use))) return use;
    return {};
}

std::string assumption(const Facts& facts, Node mask) {
    const values::Value value = facts.value(mask);
    const bool is_known = value.dtype == torch::Dtype::boolean && value.rank == 1;
    return is_known ? "" : edit::quoted(mask) + " is a mask with one element for each row";
}

// `t[r, c]` around `r`, of the targets `r, c` in their order.
Node picked_by_all(Node use, const std::vector<Node>& targets) {
    const auto place = syntax::as<syntax::Subscript>(use.parent());
    const std::vector<Node> indices = place ? place->indices() : std::vector<Node>{};
    const auto is_same = [](Node index, Node target) {
        return index.is(Kind::identifier) && index.text() == target.text();
    };
    return std::ranges::equal(indices, targets, is_same) ? use.parent() : Node{};
}

// The places that are picked by all the targets together, of one statement; nothing if they are used in other ways.
std::vector<Node> all_picked(const Facts& facts, const std::vector<Node>& targets) {
    std::vector<Node> picked;
    for (const Node target : targets) {
        const names::Binding* variable = facts.variable(target);
        if (!variable || variable->captured || variable->rebound_inside || !variable->is_bound_once()) return {};
        for (const Node use : facts.uses_of(*variable)) {
            if (effects::binds(*variable, use)) continue;
            const Node place = picked_by_all(use, targets);
            if (!place || (!picked.empty() && syntax::statement_of(picked.front()) != syntax::statement_of(place)))
                return {};
            if (target == targets.front()) picked.push_back(place);
        }
    }
    return picked;
}

// The only one of the targets that anybody reads, if that is the first: `rows` of `rows, cols = torch.where(m)`.
Node only_first(const Facts& facts, const std::vector<Node>& targets) {
    for (const Node each : targets) {
        const names::Binding* variable = facts.variable(each);
        if (!variable || variable->captured || variable->rebound_inside) return {};
        const auto is_read = [&](Node use) { return !effects::binds(*variable, use); };
        if (std::ranges::any_of(facts.uses_of(*variable), is_read) != (each == targets.front())) return {};
    }
    return targets.front();
}

// The mask's name can be asked where the rows are used: nobody has given it another one, or written to it.
bool holds_until(const Facts& facts, Node mask, Node from, Node to) {
    const names::Binding* variable = facts.variable(mask);
    return variable && facts.holds_the_same(*variable, from, to);
}

}  // namespace

Node rows_around(Node call, bool is_tuple) {
    const Node parent = call.parent();
    if (is_tuple) {
        const auto item = syntax::as<syntax::Subscript>(parent);
        const bool is_first =
            item && item->object() == call && item->indices().size() == 1 && item->indices().front().text() == "0";
        return is_first ? parent : Node{};
    }
    const Node method = parent.is(Kind::attribute) ? parent.parent() : Node{};
    if (!method.is(Kind::call)) return {};
    const Node given = syntax::Call{method}.arguments().first_child();
    const std::string_view name = parent.child(Field::attribute).text(), dim = given ? given.text() : "";
    const bool flattens = name == "squeeze" ? dim == "1" || dim == "-1" : name == "flatten" && !given;
    return flattens || (name == "view" && dim == "-1") ? method : Node{};
}

bool only_computes(const Facts& facts, Node from, Node to) {
    return from.parent() == to.parent() &&
           std::ranges::none_of(syntax::between(from, to), [&](Node node) { return effects::may_write(facts, node); });
}

std::optional<Spelling> only_rows(const text::Source& /*source*/, const Facts& facts, Node asked) {
    const Node call = syntax::enclosing(asked, Kind::call);
    const auto places = condition::places_of(facts, call);
    const auto assignment = places && places->tuple ? syntax::as<syntax::Assignment>(call.parent()) : std::nullopt;
    if (!assignment || assignment->value() != call) return std::nullopt;
    const std::vector<Node> targets = syntax::elements_of(assignment->target());
    if (targets.size() < 2 || !only_first(facts, targets)) return std::nullopt;
    const std::string size = std::to_string(targets.size());
    const bool is_known = facts.value(places->mask).rank == static_cast<int>(targets.size());
    return Spelling{.edits = {{assignment->target().span(), std::string(targets.front().text())},
                              {{call.span().end, call.span().end}, "[0]"}},
                    .assumes = {is_known ? "" : edit::quoted(places->mask) + " has " + size + " dimensions"}};
}

std::optional<Spelling> places_of_mask(const text::Source& source, const Facts& facts, Node asked) {
    const Node call = syntax::enclosing(asked, Kind::call);
    const auto places = condition::places_of(facts, call);
    const auto assignment = places && places->tuple ? syntax::as<syntax::Assignment>(call.parent()) : std::nullopt;
    if (!assignment || assignment->value() != call) return std::nullopt;
    const std::vector<Node> targets = syntax::elements_of(assignment->target());
    const std::vector<Node> picked = targets.size() > 1 ? all_picked(facts, targets) : std::vector<Node>{};
    const auto read = std::ranges::find_if(picked, [](Node each) { return !syntax::is_target(each); });
    const Node statement = syntax::statement_of(call);
    const auto line = edit::whole_line(source, statement);
    if (read == picked.end() || !line || !only_computes(facts, statement, syntax::statement_of(*read)))
        return std::nullopt;
    const bool is_known = facts.value(places->mask).rank == static_cast<int>(targets.size());
    Spelling made{
        .code = "GM301",
        .asked = syntax::Subscript{*read}.indices().front(),
        .assumes = {is_known ? ""
                             : edit::quoted(places->mask) + " has " + std::to_string(targets.size()) + " dimensions"}};
    const bool is_named =
        places->mask.is(Kind::identifier) && holds_until(facts, places->mask, statement, syntax::statement_of(*read));
    const std::string name(is_named ? places->mask.text() : targets.front().text());
    if (is_named)
        made.edits.push_back({*line, ""});
    else
        made.edits = {{assignment->target().span(), name}, {call.span(), std::string(places->mask.text())}};
    for (const Node each : picked) {
        const std::vector<Node> indices = syntax::Subscript{each}.indices();
        made.edits.push_back({{indices.front().span().begin, indices.back().span().end}, name});
    }
    return made;
}

std::optional<Spelling> rows_of_mask(const text::Source& source, const Facts& facts, Node asked) {
    const Node call = syntax::enclosing(asked, Kind::call);
    const auto places = condition::places_of(facts, call);
    const Node rows = places ? rows_around(call, places->tuple) : Node{};
    if (rows && picked_of(rows))
        return Spelling{.edits = {{rows.span(), std::string(places->mask.text())}},
                        .code = "GM301",
                        .asked = rows,
                        .assumes = {assumption(facts, places->mask)}};
    const auto assignment = syntax::as<syntax::Assignment>(rows.parent());
    const names::Binding* variable = rows && assignment ? facts.variable(assignment->target()) : nullptr;
    if (!variable || assignment->value() != rows || variable->captured || variable->rebound_inside) return std::nullopt;
    const Node statement = syntax::statement_of(rows), user = user_of(facts, *variable);
    const Node read = user ? first_read(facts, *variable) : Node{};
    const auto line = edit::whole_line(source, statement);
    if (!read || !line || !variable->is_bound_once() || !only_computes(facts, statement, user)) return std::nullopt;
    Spelling made{.code = "GM301", .asked = read, .assumes = {assumption(facts, places->mask)}};
    if (places->mask.is(Kind::identifier) && holds_until(facts, places->mask, statement, user)) {
        made.edits.push_back({*line, ""});
        for (const Node use : facts.uses_of(*variable))
            if (!effects::binds(*variable, use)) made.edits.push_back({use.span(), std::string(places->mask.text())});
    } else {
        made.edits.push_back({rows.span(), std::string(places->mask.text())});
    }
    return made;
}

}  // namespace transforms::canonical
