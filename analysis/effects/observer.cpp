// Who could tell that a variable holds a new tensor.
#include "analysis/effects/computation.h"
#include "analysis/effects/escape.h"
#include "analysis/function/record.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <span>
#include <vector>

namespace effects {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// The identifier hands out the tensor that it names, or has it changed in place.
bool may_observe(const Facts& facts, Node node) {
    const names::Binding* variable = node.is(Kind::identifier) ? facts.variable(node) : nullptr;
    if (!variable) return false;
    if (node.parent().is(Kind::augmented_assignment) && is_updated(node)) return true;
    return !binds(*variable, node) && (is_returned(node) || !is_read_by_value(facts, node));
}

// `Output(y, loss=z)` around `y` and `z`, of a dataclass or a named tuple; or none.
Node record_of(const Facts& facts, Node given) {
    const Node argument = given.parent().is(Kind::keyword_argument) ? given.parent() : given;
    const Node call = argument.parent().is(Kind::argument_list) ? argument.parent().parent() : Node{};
    const bool holds = call.is(Kind::call) && function::only_holds(facts, facts.value(call.child(Field::function)));
    return holds ? call : Node{};
}

// `return {"y": y}`, `return [x, (y, z)]`, `return Output(y)`
bool is_in_result(const Facts& facts, Node node) {
    Node at = node;
    for (;;) {
        const Node parent = at.parent(), record = record_of(facts, at);
        const bool holds = parent.is(Kind::dictionary) || parent.is(Kind::list) || parent.is(Kind::tuple) ||
                           (parent.is(Kind::pair) && at.field() == Field::value);
        if (!holds && !record) return is_returned(at);
        at = record ? record : parent;
    }
}

// `outs` of `outs.append(y)`, or none.
const names::Binding* list_of(const Facts& facts, Node node) {
    const Node call = node.parent().is(Kind::argument_list) ? node.parent().parent() : Node{};
    const bool is_kept = call.is(Kind::call) && appends(facts, call);
    return is_kept ? facts.variable(call.child(Field::function).child(Field::object)) : nullptr;
}

bool is_append(const Facts& facts, Node list) {
    const Node call = list.parent().parent();
    return call.is(Kind::call) && call.child(Field::function) == list.parent() && appends(facts, call);
}

// The function has made the list, which nobody else has then.
bool is_made_here(const names::Binding& list) {
    return !list.captured && !list.rebound_inside && std::ranges::all_of(list.occurrences, [](const auto& each) {
        const Node given = syntax::given_to(each.node);
        return given.is(Kind::list) || given.is(Kind::list_comprehension);
    });
}

// Nothing is done with the list but to fill it, and to read its tensors by value, `torch.stack(outs)`; or what
// `is_fine`.
template <class IsFine>
bool is_only_filled(const Facts& facts, const names::Binding& list, IsFine is_fine) {
    return is_made_here(list) && std::ranges::all_of(facts.uses_of(list), [&](Node use) {
               return binds(list, use) || is_append(facts, use) || is_read_by_value(facts, use) || is_fine(use);
           });
}

// `self.field(t, y)` of a function of the file that computes new tensors.
bool is_only_computed_with(const Facts& facts, Node node) {
    const Node call = node.parent().is(Kind::argument_list) ? node.parent().parent() : Node{};
    const auto made = call.is(Kind::call) ? computation_of(facts, call) : std::nullopt;
    return made && made->is_new;
}

std::span<const std::uint32_t> from(std::uint32_t first, std::span<const std::uint32_t> nodes) {
    return nodes.subspan(std::ranges::lower_bound(nodes, first) - nodes.begin());
}

}  // namespace

Observer observer_of(const Facts& facts, const names::Binding& variable, Node statement) {
    if (variable.captured || variable.rebound_inside) return {.node = statement};
    const syntax::Tree& tree = *statement.tree();
    // The part of the function that may run behind the statement; around its loop, all of that.
    const Node loop = outermost_loop(statement);
    const std::uint32_t first = loop ? loop.index() : statement.end_index();
    const auto behind = [&](std::uint32_t i) {
        return i >= first && !(i >= statement.index() && i < statement.end_index());
    };
    const auto& observing = facts.nodes_where("may observe", [&](Node node) { return may_observe(facts, node); });
    // A list that grows is no tensor.
    const auto& writing = facts.nodes_where("may write to a tensor", [&](Node node) {
        return may_write(facts, node) && !(node.is(Kind::call) && appends(facts, node));
    });
    Observer returned;
    std::uint32_t end = 0;
    for (const std::uint32_t i : from(first, observing)) {
        const Node node = tree.node(i);
        if (!behind(i) || facts.variable(node) != &variable || is_only_computed_with(facts, node)) continue;
        const names::Binding* list = list_of(facts, node);
        if (list) end = std::max(end, syntax::statement_of(facts.uses_of(*list).back()).end_index());
        if (list && is_only_filled(facts, *list, [](Node) { return false; })) continue;
        const auto is_result = [&](Node use) { return is_in_result(facts, use); };
        if (!is_result(node) && !(list && is_only_filled(facts, *list, is_result)))
            return {.node = node, .writes = node.parent().is(Kind::augmented_assignment) && is_updated(node)};
        returned = {.node = node, .returns = true};
    }
    // Arguments are evaluated before the call that they are for, so a write in the statement of the last read counts.
    const auto reads = [&](Node use) { return behind(use.index()) && !binds(variable, use); };
    const std::vector<Node>& uses = facts.uses_of(variable);
    if (const auto last = std::find_if(uses.rbegin(), uses.rend(), reads); last != uses.rend())
        end = std::max(end, syntax::statement_of(*last).end_index());
    if (loop) end = std::max(end, loop.end_index());
    for (const std::uint32_t i : from(first, writing))
        if (i < end && behind(i)) return {.node = tree.node(i), .writes = true};
    return returned;
}

}  // namespace effects
