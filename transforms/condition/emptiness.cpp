#include "transforms/condition/emptiness.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/slot_definitions.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

namespace transforms::condition {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

bool asks_for_tuple(Node arguments) {
    for (const Node each : arguments.children())
        if (each.is(Kind::keyword_argument)) return syntax::Keyword{each}.name().text() == "as_tuple";
    return false;
}

}  // namespace

std::optional<Places> places_of(const Facts& facts, Node call) {
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    if (!row) return std::nullopt;
    const Node arguments = syntax::Call{call}.arguments(), first = arguments.first_child();
    const Node function = call.child(Field::function);
    const bool tuple = asks_for_tuple(arguments);
    const bool positional = first && !first.is(Kind::keyword_argument);
    int given = tuple ? -1 : 0;
    for ([[maybe_unused]] const Node each : arguments.children()) ++given;
    if (row->role == torch::Role::nonzero && given == (positional ? 1 : 0)) {
        const Node mask = positional ? first : function.child(Field::object);
        if (mask) return Places{.mask = mask, .tuple = tuple};
    }
    if (row->when == torch::When::single_argument && row->gives == torch::Gives::tensors && positional && given == 1 &&
        !tuple)
        return Places{.mask = first, .tuple = true};
    return std::nullopt;
}

namespace {

struct Selection {
    Node mask;
    Node selected;
    bool matrix = false;  // a row for each place: nonzero()
};

bool is_zero(const Facts& facts, Node node) { return function::number_of(facts.value(node)) == 0.0; }
bool is_one(const Facts& facts, Node node) { return function::number_of(facts.value(node)) == 1.0; }

std::optional<Selection> selection_of(const Facts& facts, Node expression) {
    const Node node = syntax::unparenthesized(expression);
    if (const auto places = places_of(facts, node); places && !places->tuple)
        return Selection{.mask = places->mask, .selected = {}, .matrix = true};
    if (node.is(Kind::subscript)) {
        const std::vector<Node> indices = syntax::Subscript{node}.indices();
        const Node object = node.child(Field::value);
        if (indices.size() != 1) return std::nullopt;
        if (const auto places = places_of(facts, object); places && places->tuple && is_zero(facts, indices.front()))
            return Selection{.mask = places->mask, .selected = {}};
        if (indices.front().is(Kind::slice)) return std::nullopt;
        return Selection{.mask = indices.front(), .selected = object};
    }
    const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
    if (!row || row->role != torch::Role::selects) return std::nullopt;
    const Node first = syntax::Call{node}.arguments().first_child(), second = first ? first.next_sibling() : Node{};
    const Node object = node.child(Field::function).child(Field::object);
    if (!first || first.is(Kind::keyword_argument) || (second && second.next_sibling())) return std::nullopt;
    return second ? Selection{.mask = second, .selected = first} : Selection{.mask = first, .selected = object};
}

// `x.numel()`, `len(x)`, `x.shape[0]`, `x.size(0)`: x, and whether all elements are counted, not only rows.
std::optional<std::pair<Node, bool>> counted(const Facts& facts, Node node) {
    if (node.is(Kind::subscript)) {
        const std::vector<Node> indices = syntax::Subscript{node}.indices();
        const Node shape = node.child(Field::value);
        const bool first = indices.size() == 1 && is_zero(facts, indices.front());
        const torch::Row* row =
            shape.is(Kind::attribute) ? facts.member_of_tensors(shape.child(Field::attribute).text()) : nullptr;
        const bool asks = row && row->gives == torch::Gives::shape;
        return first && asks ? std::optional(std::pair{shape.child(Field::object), false}) : std::nullopt;
    }
    const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
    if (!row) return std::nullopt;
    const Node function = node.child(Field::function), argument = syntax::Call{node}.arguments().first_child();
    if (row->gives == torch::Gives::shape && function.is(Kind::attribute) && argument && !argument.next_sibling() &&
        is_zero(facts, argument))
        return std::pair{function.child(Field::object), false};
    if (row->gives != torch::Gives::shape_number) return std::nullopt;
    if (!function.is(Kind::attribute)) return std::pair{argument, false};
    return argument ? std::nullopt : std::optional(std::pair{function.child(Field::object), true});
}

// Whether there are none, of a comparison of a count.
std::optional<bool> asks_for_none(const Facts& facts, Op op, Node limit) {
    if (is_zero(facts, limit)) {
        if (op == Op::equal || op == Op::less_equal) return true;
        if (op == Op::greater || op == Op::not_equal) return false;
    }
    if (is_one(facts, limit)) {
        if (op == Op::less) return true;
        if (op == Op::greater_equal) return false;
    }
    return std::nullopt;
}

// Nothing between the two places changes what the expression gives.
bool lasts(const Facts& facts, Node expression, Node from, Node to) {
    for (const Node node : between(from, to))
        if (effects::may_write(facts, node)) return false;
    if (effects::is_given_anew(expression, from, to)) return false;
    return std::ranges::all_of(subtree(expression), [&](Node node) {
        const names::Binding* variable = facts.variable(node);
        return !variable || facts.holds_the_same(*variable, from, to);
    });
}

}  // namespace

Node single_use(const Facts& facts, const names::Binding& variable) {
    Node found;
    for (const Node node : facts.uses_of(variable)) {
        if (node == variable.occurrences.front().node) continue;
        if (found) return {};
        found = node;
    }
    return found;
}

std::optional<Moved> moved_to(const Facts& facts, Node name, Node statement) {
    const names::Binding* variable = facts.variable(name);
    const auto definition = variable ? facts.definition(*variable, statement) : std::nullopt;
    if (!definition || single_use(facts, *variable) != name) return std::nullopt;
    if (!definition->value.parent().is(Kind::assignment)) return std::nullopt;  // `a, b = x, y`, or a parameter
    if (definition->statement.parent() != statement.parent()) return std::nullopt;
    if (!lasts(facts, definition->value, definition->statement, statement)) return std::nullopt;
    return Moved{.statement = definition->statement, .value = definition->value, .use = name};
}

namespace {

// `found = torch.where(m)` of `found[0]`, and the mask.
std::optional<Existence> found_before(const Facts& facts, Node value, Node statement) {
    const bool first = value.is(Kind::subscript) && syntax::Subscript{value}.indices().size() == 1 &&
                       is_zero(facts, syntax::Subscript{value}.indices().front());
    const auto moved = first ? moved_to(facts, value.child(Field::value), statement) : std::nullopt;
    const auto places = moved ? places_of(facts, moved->value) : std::nullopt;
    if (!places || !places->tuple) return std::nullopt;
    return Existence{.mask = places->mask, .selected = {}, .moved = moved};
}

// `len(x[m]) > 0`, `len(x[m]) < 3`, `len(x[m])`
struct AskedCount {
    Node count;
    bool none = false;  // asks whether it is 0
    Node limit{};       // with which it is compared, if that asks neither whether it is 0 nor whether it is not
};

std::optional<AskedCount> read_count(const Facts& facts, Node condition) {
    const Node node = syntax::unparenthesized(condition);
    if (!node.is(Kind::comparison_operator)) return AskedCount{.count = node};
    const Node count = node.first_child(), limit = count.next_sibling();
    if (limit.next_sibling()) return std::nullopt;
    if (const auto none = asks_for_none(facts, limit.op(), limit)) return AskedCount{.count = count, .none = *none};
    const bool is_bound = limit.is(Kind::integer) && compares(limit.op());
    return is_bound ? std::optional(AskedCount{.count = count, .limit = limit}) : std::nullopt;
}

}  // namespace

std::optional<Existence> existence_of(const Facts& facts, Node condition, Node statement) {
    const auto asked = read_count(facts, condition);
    if (!asked) return std::nullopt;
    Node node = asked->count;
    std::optional<Moved> moved;
    if (facts.variable(node)) {  // `n = len(x[m])`
        moved = moved_to(facts, node, statement);
        if (!moved) return std::nullopt;
        node = moved->value;
    }
    const auto count = counted(facts, node);
    if (!count || (moved && facts.variable(count->first))) return std::nullopt;
    if (auto found = found_before(facts, count->first, statement)) {
        found->none = asked->none;
        found->limit = asked->limit;
        return moved ? std::nullopt : found;
    }
    Node value = count->first;
    if (facts.variable(value)) {
        moved = moved_to(facts, value, statement);
        if (!moved) return std::nullopt;
        value = moved->value;
    }
    const auto selection = selection_of(facts, value);
    if (!selection || (asked->limit && count->second && selection->matrix)) return std::nullopt;
    return Existence{.mask = selection->mask,
                     .selected = selection->selected,
                     .none = asked->none,
                     .places = count->second && selection->matrix,
                     .limit = asked->limit,
                     .moved = moved};
}

Node only_use(const Facts& facts, Node expression) {
    const auto assignment = syntax::as<syntax::Assignment>(enclosing(expression, Kind::assignment));
    const names::Binding* variable = assignment ? facts.variable(assignment->target()) : nullptr;
    const Node use = variable ? single_use(facts, *variable) : Node{};
    return use && use.index() >= assignment->node.end_index() ? use : Node{};
}

namespace {

// `m` of `m.any()` and `torch.any(m)`, or of what else has that role.
Node reduced_mask(const Facts& facts, Node condition, torch::Role role) {
    const Node call = syntax::unparenthesized(condition);
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    const bool is_it = row && row->gives == torch::Gives::tensor && row->dtype == torch::Dtype::boolean &&
                       row->shape == torch::Shape::reduce && row->role == role;
    if (!is_it) return {};
    const Node object = call.child(Field::function).child(Field::object),
               first = syntax::Call{call}.arguments().first_child();
    if (facts.value(object).is_tensor()) return first ? Node{} : object;
    return first && !first.next_sibling() ? first : Node{};
}

// `m` of `~m` and `m.logical_not()`, or none.
Node opposite(const Facts& facts, Node mask) {
    if (mask.is(Kind::unary_operator)) return operator_of(mask) == Op::invert ? mask.first_child() : Node{};
    const torch::Row* row = mask.is(Kind::call) ? facts.row_of(mask) : nullptr;
    if (!row || !row->name.ends_with(".logical_not")) return {};
    const Node object = mask.child(Field::function).child(Field::object), only = syntax::Call{mask}.only_argument();
    return only ? only : facts.value(object).is_tensor() ? object : Node{};
}

}  // namespace

Node mask_asked_for(const Facts& facts, Node condition, Node statement) {
    if (const Node mask = reduced_mask(facts, condition, torch::Role::none)) return mask;
    const auto exists = existence_of(facts, condition, statement);
    const bool plain =
        exists && !exists->none && !exists->moved && !exists->selected && !exists->places && !exists->limit;
    return plain ? exists->mask : Node{};
}

std::string AskedMask::index() const { return (is_inverted ? "~" : "") + std::string(mask.text()); }

AskedMask mask_or_opposite_asked_for(const Facts& facts, Node condition, Node statement) {
    const Node asked = syntax::unparenthesized(condition);
    const bool is_not_all = asked.is(Kind::not_operator);
    AskedMask found{.mask = is_not_all ? reduced_mask(facts, asked.first_child(), torch::Role::every)
                                       : mask_asked_for(facts, asked, statement),
                    .is_inverted = is_not_all};
    while (const Node inner = found.mask ? opposite(facts, syntax::unparenthesized(found.mask)) : Node{})
        found = {.mask = syntax::unparenthesized(inner), .is_inverted = !found.is_inverted};
    return found;
}

}  // namespace transforms::condition
