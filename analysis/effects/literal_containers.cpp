#include "analysis/effects/literal_containers.h"

#include "analysis/effects/traceable.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <array>

namespace effects {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view pairs = "items", plain = "values";
constexpr std::array<std::string_view, 4> readers{pairs, plain, "keys", "get"};

// `stats.items()` of the `stats`, or none.
Node reading_call(Node name) {
    const Node method = name.parent(), call = method.parent();
    const bool reads = method.is(Kind::attribute) && name.field() == Field::object && call.is(Kind::call) &&
                       method.field() == Field::function &&
                       std::ranges::find(readers, method.child(Field::attribute).text()) != readers.end();
    return reads ? call : Node{};
}

// Nothing but its value is asked for, and not kept under a name.
bool is_only_read(const Facts& facts, Node node) {
    const Node parent = node.parent();
    switch (parent.kind()) {
        case Kind::interpolation:
        case Kind::return_statement: return true;
        case Kind::for_statement: return node.field() == Field::right;
        case Kind::attribute: {
            const torch::Row* row =
                parent.parent().is(Kind::call) ? function::row_or_guess(facts, parent.parent()) : nullptr;
            return row && !row->traits.in_place && only_gives_a_value(row);
        }
        case Kind::argument_list: {
            const torch::Row* row = facts.row_of(parent.parent());
            return row &&
                   (only_gives_a_value(row) || row->role == torch::Role::print || row->role == torch::Role::emits);
        }
        case Kind::binary_operator:
        case Kind::comparison_operator:
        case Kind::parenthesized_expression:
        case Kind::tuple: return is_only_read(facts, parent);
        default: return false;
    }
}

bool stays(const Facts& facts, Node name) {
    if (const Node call = reading_call(name)) return is_only_read(facts, call);
    const Node parent = name.parent();
    if (parent.is(Kind::subscript) && name.field() == Field::value)
        return parent.field() != Field::left && is_only_read(facts, parent);
    return is_only_read(facts, name);
}

Node literal_of(const Facts& facts, Node name) {
    const names::Binding* variable = facts.variable(name);
    if (!variable || variable->captured) return {};
    const auto made = facts.definition(*variable, syntax::statement_of(name));
    const bool literal =
        made && made->statement &&
        (made->value.is(Kind::dictionary) || made->value.is(Kind::list) || made->value.is(Kind::tuple));
    if (!literal) return {};
    // Where it is assigned again it does not stay either.
    const bool all_stay = std::ranges::all_of(facts.uses_of(*variable), [&](Node node) {
        return node == variable->occurrences.front().node || stays(facts, node);
    });
    return all_stay ? made->value : Node{};
}

std::optional<std::vector<Node>> values_in(Node literal) {
    std::vector<Node> values;
    for (const Node each : literal.children()) {
        if (each.is(Kind::list_splat)) return std::nullopt;
        values.push_back(each.is(Kind::pair) ? each.child(Field::value) : each);
    }
    return values;
}

}  // namespace

std::optional<std::vector<Node>> items_of(const Facts& facts, Node name) {
    const Node literal = literal_of(facts, name);
    return literal ? values_in(literal) : std::nullopt;
}

Node item_at(const Facts& facts, Node subscript) {
    const Node literal = literal_of(facts, subscript.child(Field::value));
    const auto values = literal ? values_in(literal) : std::nullopt;
    const auto indices = syntax::Subscript{subscript}.indices();
    if (!values || std::ranges::distance(indices) != 1) return {};
    const Node index = *std::ranges::begin(indices);
    if (!literal.is(Kind::dictionary)) {
        if (!index.is(Kind::integer) || index.text().size() != 1) return {};
        const auto at = static_cast<std::size_t>(index.text().front() - '0');
        return at < values->size() ? (*values)[at] : Node{};
    }
    Node found;  // the last one of a key counts
    for (const Node each : literal.children()) {
        const Node key = each.child(Field::key);
        if (!key.is(Kind::string) || !index.is(Kind::string)) return {};
        const std::string_view a = key.text(), b = index.text();  // whichever quotes they have
        if (a.size() == b.size() && a.substr(1, a.size() - 2) == b.substr(1, b.size() - 2))
            found = each.child(Field::value);
    }
    return found;
}

bool reads_items(const Facts& facts, Node call) {
    const Node function = call.child(Field::function);
    const Node name = function.is(Kind::attribute) ? function.child(Field::object) : Node{};
    return name && reading_call(name) == call && literal_of(facts, name).is(Kind::dictionary);
}

std::optional<std::vector<Node>> items_of_loop(const Facts& facts, const names::Binding& variable) {
    if (variable.occurrences.size() != 1) return std::nullopt;
    const Node target = variable.occurrences.front().node, holder = target.parent();
    const bool second = !holder.is(Kind::for_statement) && holder.parent().is(Kind::for_statement) &&
                        holder.first_child().next_sibling() == target && !target.next_sibling();
    const Node loop = second ? holder.parent() : holder;
    const Node over = loop.child(Field::right);  // a literal that is assigned does not stay, so it is a loop
    const Node method = over.is(Kind::call) ? over.child(Field::function) : Node{};
    if (!method) return second ? std::nullopt : items_of(facts, over);
    const std::string_view name = method.is(Kind::attribute) ? method.child(Field::attribute).text() : "";
    if (name != (second ? pairs : plain)) return std::nullopt;
    const Node literal = literal_of(facts, method.child(Field::object));
    return literal.is(Kind::dictionary) ? values_in(literal) : std::nullopt;
}

}  // namespace effects
