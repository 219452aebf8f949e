// Which assignment gave a variable its value, or an item of a dict.
#include "analysis/function/dict_slot.h"
#include "analysis/function/function_facts.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"

#include <algorithm>
#include <vector>

namespace function {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::size_t max_uses = 100;  // of a dict: who asks about each of them looks at all

// What the identifier is assigned in a plain assignment, `a = x` or `a, b = x, y`; or none.
Node assigned_to(Node identifier) {
    const Node holder = identifier.parent().is(Kind::assignment) ? identifier : identifier.parent();
    const auto assignment = syntax::as<syntax::Assignment>(holder.parent());
    if (!assignment || assignment->value().is(Kind::assignment) ||
        !assignment->node.parent().is(Kind::expression_statement))
        return {};
    if (holder == identifier) return assignment->value();
    const std::vector<Node> names = syntax::elements_of(holder), values = syntax::elements_of(assignment->value());
    const auto at = std::ranges::find(names, identifier);
    if (names.size() != values.size() || at == names.end() || values.front() == assignment->value()) return {};
    const auto starred = [](Node each) { return each.is(Kind::list_splat) || each.is(Kind::list_splat_pattern); };
    if (std::ranges::any_of(values, starred)) return {};
    return values[static_cast<std::size_t>(at - names.begin())];
}

struct Entry {
    std::string_view key;
    Node place;
    Node value;
};

// Of `{"m": x, "n": y}` and `dict(m=x, n=y)`; nothing for what is no such dict, or may have other keys.
std::optional<std::vector<Entry>> entries_of(const Facts& facts, Node made) {
    const torch::Row* row = made.is(Kind::call) ? facts.row_of(made) : nullptr;
    const bool is_called =
        row && row->role == torch::Role::dict && syntax::Call{made}.arguments().is(Kind::argument_list);
    if (!made.is(Kind::dictionary) && !is_called) return std::nullopt;
    std::vector<Entry> all;
    for (const Node each : (is_called ? syntax::Call{made}.arguments() : made).children()) {
        const auto keyword = syntax::as<syntax::Keyword>(each);
        const auto key = keyword ? std::optional(keyword->name().text()) : syntax::plain_string(each.child(Field::key));
        if (!key) return std::nullopt;
        all.push_back({.key = *key, .place = each, .value = keyword ? keyword->value() : each.child(Field::value)});
    }
    return all;
}

std::optional<std::string_view> key_of(Node item) {
    return syntax::plain_string(syntax::Subscript{item}.indices().front());
}

// The block that the statement is surely run in, where that is: a `with torch.no_grad():` always comes to its end.
Node block_of(const Facts& facts, Node statement) {
    Node block = statement.parent();
    while (block.parent().is(Kind::with_statement) && only_stops_gradients(facts, block.parent()))
        block = block.parent().parent();
    return block;
}

}  // namespace

bool only_stops_gradients(const Facts& facts, Node with) {
    for (const Node item : with.child(Kind::with_clause).children()) {
        const auto manager = syntax::as<syntax::Call>(item.child(syntax::Field::value));
        const torch::Row* row = manager ? facts.row_of(manager->node) : nullptr;
        if (!row || row->role != torch::Role::no_grad || !manager->arguments().children().empty()) return false;
    }
    return true;
}

const flow::Reaching& Facts::reaching(const names::Binding& variable) const {
    const auto known = reaching_.find(&variable);
    if (known != reaching_.end()) return known->second;
    std::vector<Node> targets;
    for (const names::Occurrence& each : variable.occurrences) targets.push_back(each.node);
    return reaching_.try_emplace(&variable, graph(), elements(), targets).first->second;
}

std::optional<Definition> Facts::definition(const names::Binding& variable, Node statement) const {
    if (variable.rebound_inside) return std::nullopt;
    const auto last = reaching(variable).before(statement);
    if (!last) return std::nullopt;
    const names::Occurrence& place = variable.occurrences[*last];
    if (place.kind == names::BindingKind::parameter) return Definition{.statement = {}, .value = place.node};
    const Node value = assigned_to(place.node);
    if (!value) return std::nullopt;
    const Node defining = syntax::statement_of(value);
    if (!syntax::is_within(statement, block_of(*this, defining))) return std::nullopt;
    return Definition{.statement = defining, .value = value};
}

bool Facts::holds_the_same(const names::Binding& variable, Node one, Node other) const {
    const auto here = definition(variable, one), there = definition(variable, other);
    return here && there && here->value == there->value;
}

bool Facts::is_replaced(const names::Binding& variable, Node statement) const {
    const Node loop = outermost_loop(statement), body = function_.child(Field::body);
    return std::ranges::any_of(variable.occurrences, [&](const names::Occurrence& each) {
        const Node assigning = syntax::statement_of(each.node);
        return each.kind == names::BindingKind::assignment && assigning.is(Kind::expression_statement) &&
               assigning.parent() == body && assigning.end_index() <= (loop ? loop : statement).index();
    });
}

const std::vector<Node>& Facts::uses_of(const names::Binding& variable) const {
    const bool is_new = uses_.empty();
    for (std::uint32_t i = function_.index(); is_new && i < function_.end_index(); ++i)
        if (const Node node = function_.tree()->node(i); node.is(Kind::identifier))
            if (const names::Binding* used = this->variable(node)) uses_[used].push_back(node);
    return uses_[&variable];
}

bool Facts::is_local_dict(const names::Binding& holder, Node statement) const {
    const auto made = holder.captured ? std::nullopt : definition(holder, statement);
    if (!made || uses_of(holder).size() > max_uses || !entries_of(*this, made->value)) return false;
    std::uint32_t end = statement.end_index();
    for (Node loop = statement.parent(); loop && loop != function_; loop = loop.parent())
        if (is_loop(loop) && !syntax::is_within(made->statement, loop)) end = loop.end_index();
    return std::ranges::all_of(uses_of(holder), [&](Node use) {
        const bool is_before = use.index() >= made->statement.end_index() && use.index() < end;
        return !is_before || (is_holder(*this, use) && !use.parent().parent().is(Kind::delete_statement));
    });
}

std::optional<Definition> Facts::item_definition(Node item, Node statement) const {
    const names::Binding* holder = variable(item.child(Field::value));
    if (!holder || !is_local_dict(*holder, statement)) return std::nullopt;
    const Definition made = *definition(*holder, statement);
    std::vector<Node> places;
    Node first;
    const std::vector<Entry> entries = entries_of(*this, made.value).value_or(std::vector<Entry>{});
    for (const Entry& each : entries)
        if (each.key == key_of(item)) places = {each.place}, first = each.value;
    for (const Node use : uses_of(*holder))
        if (const Node other = use.parent(); use.index() >= made.statement.end_index() && is_target(other) &&
                                             is_holder(*this, use) && key_of(other) == key_of(item))
            places.push_back(other);
    const auto reaching = items_.try_emplace({made.value.index(), key_of(item)}, graph(), elements(), places).first;
    const auto last = reaching->second.before(statement);
    if (!last) return std::nullopt;
    if (first && *last == 0) return Definition{.statement = made.statement, .value = first};
    const Node value = assigned_to(places[*last]);
    const Node defining = value ? syntax::statement_of(value) : Node{};
    if (!value || !syntax::is_within(statement, block_of(*this, defining))) return std::nullopt;
    return Definition{.statement = defining, .value = value};
}

}  // namespace function
