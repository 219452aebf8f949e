#include "analysis/effects/layout_queries.h"

#include "analysis/function/argument.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <optional>
#include <set>

namespace effects {

using syntax::Kind;
using syntax::Node;

namespace {

using Names = std::set<std::string_view>;

constexpr int deepest = 2;  // functions that call another one, or are called by one

bool mentions_any(Node code, const Names& names) {
    return code && std::ranges::any_of(names, [&](std::string_view name) { return mentions(code, name); });
}

// What may be laid out as the tensor of that name is, of the names that the nodes from `begin` on assign: `z` of `z = y
// * 2.0`.
Names laid_out_alike(const function::Facts& facts, std::string_view name, std::uint32_t begin) {
    const Node function = facts.function();
    Names names{name};
    for (std::size_t known = 0; known != names.size();) {
        known = names.size();
        for (std::uint32_t i = begin; i < function.end_index(); ++i) {
            const auto assignment = syntax::as<syntax::Assignment>(function.tree()->node(i));
            if (!assignment || !mentions_any(assignment->value(), names)) continue;
            const Node to = assignment->target();
            for (const Node each : subtree(to))
                if (each.is(Kind::identifier) || each.is(Kind::attribute)) names.insert(each.text());
        }
    }
    return names;
}

const std::vector<std::uint32_t>& queries_in(const function::Facts& facts) {
    return facts.nodes_where("asks for the layout", [&](Node node) { return asks_for_layout(facts, node); });
}

const std::vector<std::uint32_t>& calls_in(const function::Facts& facts) {
    return facts.nodes_where("is a call", [](Node node) { return node.is(Kind::call); });
}

// A function of the file that is handed one of them asks for the layout of what it gets: `flat(z)`, of `def flat(t):
// return t.view(-1)`.
bool callee_asks(const function::Facts& facts, Node call, const Names& names, int depth) {
    const Node function = depth < deepest ? function::only_callee(facts, call) : Node{};
    if (!function) return false;
    const function::Facts& inner = facts.all().of(function);
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        if (!mentions_any(argument, names)) continue;
        const Node parameter = function::parameter_of(facts, function, call, argument);
        if (!parameter) continue;
        const Names handed{parameter.text()};
        for (const std::uint32_t index : queries_in(inner))
            if (mentions_any(function.tree()->node(index), handed)) return true;
        for (const std::uint32_t index : calls_in(inner))
            if (callee_asks(inner, function.tree()->node(index), handed, depth + 1)) return true;
    }
    return false;
}

// Somebody who calls the function asks for the layout of what that returns: `mix(x).view(-1)`.
bool caller_asks(const function::Facts& facts, const Names& names) {
    const auto asks = [&](Node call) {
        const Node caller = syntax::function_of(call);
        if (!caller.is(Kind::function_definition) || facts.program().number_of(caller) != 0) return false;
        const function::Facts& outer = facts.all().of(caller);
        for (Node around = call.parent(); around && !syntax::is_statement(around.kind()); around = around.parent())
            if (asks_for_layout(outer, around)) return true;
        const names::Binding* variable = function::assigned_variable(outer, call);
        if (!variable) return false;
        const Names given{variable->text};
        return std::ranges::any_of(
            queries_in(outer), [&](std::uint32_t index) { return mentions_any(caller.tree()->node(index), given); });
    };
    const auto is_given = [&](Node result) { return mentions_any(result, names); };
    return std::ranges::any_of(syntax::returns_of(facts.function()), is_given) &&
           std::ranges::any_of(facts.program().calls().places(facts.function()), asks);
}

}  // namespace

bool asks_for_layout(const function::Facts& facts, Node call) {
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    return row && row->traits.strided;
}

bool layout_is_asked_for(const function::Facts& facts, Node statement, std::string_view name) {
    const Node function = facts.function(), loop = outermost_loop(statement);
    const std::uint32_t begin = loop ? loop.index() : statement.index();
    std::optional<Names> names;
    const auto alike = [&]() -> const Names& {
        if (!names) names = laid_out_alike(facts, name, begin);
        return *names;
    };
    for (std::uint32_t i = begin; i < function.end_index(); ++i) {
        const Node call = function.tree()->node(i);
        if (!call.is(Kind::call)) continue;
        if (asks_for_layout(facts, call) ? mentions_any(call, alike()) : callee_asks(facts, call, alike(), 0))
            return true;
    }
    return caller_asks(facts, alike());
}

}  // namespace effects
