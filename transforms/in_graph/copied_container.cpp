#include "transforms/in_graph/copied_container.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/memory_names.h"
#include "analysis/function/argument.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace transforms::in_graph {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr int most_deep = 3;

Plain plainness(const Facts& facts, Node container, int depth);

// All that the variable is assigned, or the attribute within its class; a false node where that is not seen.
std::vector<Node> given_to(const Facts& facts, Node container) {
    std::vector<Node> all;
    if (const names::Binding* variable = facts.variable(container)) {
        for (const names::Occurrence& each : variable->occurrences) all.push_back(syntax::given_to(each.node));
        if (variable->rebound_inside) all.emplace_back();
        return all;
    }
    Node owner = container.is(Kind::attribute) ? facts.function() : Node{};
    while (owner && !owner.is(Kind::class_definition)) owner = owner.parent();
    if (!owner) return {{}};
    for (const Node node : subtree(owner))
        if (const auto assignment = syntax::as<syntax::Assignment>(node);
            assignment && assignment->target().text() == container.text())
            all.push_back(assignment->value());
    return all.empty() ? std::vector<Node>{{}} : all;
}

// What the calls that are seen hand in.
Plain plainness_of_parameter(const Facts& facts, Node parameter, int depth) {
    const std::vector<Node>& calls = facts.program().calls().places(facts.function());
    Plain all = calls.empty() ? Plain::unknown : Plain::yes;
    for (const Node call : calls) {
        const Node caller = call.is(Kind::call) ? syntax::function_of(call) : Node{};
        if (!caller.is(Kind::function_definition) || facts.program().number_of(caller) != 0) return Plain::unknown;
        const Facts& there = facts.all().of(caller);
        Plain one = Plain::unknown;
        for (const Node argument : syntax::Call{call}.arguments().children())
            if (function::parameter_of(there, facts.function(), call, argument) == parameter)
                one = plainness(there, syntax::value_of_argument(argument), depth + 1);
        all = std::max(all, one);
    }
    return all;
}

Plain plainness(const Facts& facts, Node container, int depth) {
    const Node made = syntax::unparenthesized(container);
    switch (made.kind()) {
        case Kind::list:
        case Kind::dictionary:
        case Kind::list_comprehension:
        case Kind::dictionary_comprehension: return Plain::yes;
        case Kind::call: {
            const torch::Row* row = facts.row_of(made);
            if (!row) return Plain::unknown;
            if (row->name == "builtins.list" || row->name == "builtins.dict" || row->name == "builtins.sorted")
                return Plain::yes;
            const bool is_kin = row->role == torch::Role::dict || row->role == torch::Role::mapping_type;
            return is_kin ? Plain::no : Plain::unknown;
        }
        case Kind::identifier:
        case Kind::attribute: break;
        default: return Plain::unknown;
    }
    if (depth == most_deep) return Plain::unknown;
    const names::Binding* variable = facts.variable(made);
    if (variable && variable->is_bound_once() && variable->occurrences.front().kind == names::BindingKind::parameter &&
        !variable->rebound_inside)
        return plainness_of_parameter(facts, variable->occurrences.front().node, depth);
    Plain all = Plain::yes;
    for (const Node given : given_to(facts, made))
        all = std::max(all, given ? plainness(facts, given, depth + 1) : Plain::unknown);
    return all;
}

// The name of the memory that the tensor lies in; empty if it has none, as `xs[0]` of a list.
std::string_view memory_of(const Facts& facts, Node tensor) {
    std::string_view name;
    for (const Node each : effects::memory_names(facts, tensor, syntax::statement_of(tensor))) {
        if (!facts.value(each).is_tensor()) break;
        if (each.is(Kind::identifier) || each.is(Kind::attribute)) name = each.text();
    }
    return name;
}

// The items of a display: `x` and `x.view(-1)` of `[x, x.view(-1)]`.
std::vector<Node> items_of(Node made) {
    std::vector<Node> all;
    if (!made.is(Kind::list) && !made.is(Kind::dictionary)) return all;
    for (const Node part : made.children()) all.push_back(part.is(Kind::pair) ? part.child(Field::value) : part);
    return all;
}

bool is_parameter(const Facts& facts, Node made) {
    const torch::Row* row = made.is(Kind::call) ? facts.row_of(made) : nullptr;
    return row && row->last_word() == "Parameter";
}

}  // namespace

Plain plainness_of(const Facts& facts, Node container) { return plainness(facts, container, 0); }

bool shares_memory(const Facts& facts, Node container) {
    if (effects::has_one_twice(facts, container)) return true;
    for (const Node made : given_to(facts, container)) {
        std::vector<std::string_view> seen;
        for (const Node item : items_of(made)) {
            const std::string_view name = memory_of(facts, item);
            if (!name.empty() && std::ranges::find(seen, name) != seen.end()) return true;
            seen.push_back(name);
        }
    }
    return false;
}

bool holds_parameter(const Facts& facts, Node copied) {
    const auto is_one = [&](Node node) {
        return facts.value(node).origin == values::Origin::parameter ||
               std::ranges::any_of(given_to(facts, node), [&](Node made) { return is_parameter(facts, made); });
    };
    return is_one(copied) || std::ranges::any_of(given_to(facts, copied), [&](Node made) {
               return std::ranges::any_of(items_of(made), is_one);
           });
}

}  // namespace transforms::in_graph
