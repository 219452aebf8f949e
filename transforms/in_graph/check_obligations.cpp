#include "transforms/in_graph/check_obligations.h"

#include "analysis/effects/escape.h"
#include "analysis/syntax/distinct_nodes.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"

#include <algorithm>
#include <array>

namespace transforms::in_graph {

using edit::quoted;
using function::Facts;
using proof::Proof;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::array<std::string_view, 13> changes_container{"add",        "append", "clear",   "discard", "extend",
                                                             "insert",     "pop",    "popitem", "remove",  "reverse",
                                                             "setdefault", "sort",   "update"};

bool is_fresh_local(const Facts& facts, Node object) {
    const names::Binding* variable = facts.variable(object);
    if (!variable || variable->captured) return false;
    if (facts.value(object).is_tensor())
        return facts.value(object).origin == values::Origin::fresh ||
               effects::is_unshared(facts, *variable, syntax::statement_of(object));
    return std::ranges::none_of(variable->occurrences, [](const names::Occurrence& each) {
        return each.kind == names::BindingKind::parameter;
    });
}

bool writes_to(const Facts& facts, Node target) {
    if (target.is(Kind::attribute)) return true;
    if (target.is(Kind::subscript)) return !is_fresh_local(facts, target.child(Field::value));
    for (const Node part : target.children())
        if (writes_to(facts, part)) return true;
    return false;
}

bool calls_for_change(const Facts& facts, Node call) {
    const Node callee = syntax::Call{call}.function();
    const Node receiver = callee.child(Field::object);
    const torch::Row* row = facts.row_of(call);
    if (row && row->traits.in_place) return !receiver || !is_fresh_local(facts, receiver);
    if (facts.value(receiver).is_tensor()) return false;
    const std::string_view name = callee.child(Field::attribute).text();
    return std::ranges::find(changes_container, name) != changes_container.end() && !is_fresh_local(facts, receiver);
}

bool writes(const Facts& facts, Node node) {
    switch (node.kind()) {
        case Kind::assignment: return writes_to(facts, syntax::Assignment{node}.target());
        case Kind::augmented_assignment: {
            const Node target = syntax::AugmentedAssignment{node}.target();
            if (!target.is(Kind::identifier)) return writes_to(facts, target);
            return facts.value(target).is_tensor() && !is_fresh_local(facts, target);
        }
        case Kind::delete_statement:
        case Kind::global_statement:
        case Kind::nonlocal_statement: return true;
        case Kind::call: return calls_for_change(facts, node);
        default: return false;
    }
}

// What a comparison by `==` or `!=` asks of sizes: a number that is known while tracing, or may be.
Node size_in(const Facts& facts, Node comparison) {
    Node left = comparison.first_child();
    for (Node right = left.next_sibling(); right; left = right, right = right.next_sibling()) {
        if (right.op() != syntax::Op::equal && right.op() != syntax::Op::not_equal) continue;
        const values::Value a = facts.value(left), b = facts.value(right);
        for (const Node side : {left, right}) {
            const bool is_literal = a.is(values::Kind::literal) || b.is(values::Kind::literal);
            const values::Value value = facts.value(side);
            if (values::is_changing(value) || (value.is(values::Kind::unknown) && !is_literal)) return side;
        }
    }
    return {};
}

constexpr std::size_t most_callees = 64;  // whose calls are looked at

bool stands_in_try(Node call, Node function) {
    for (Node around = call.parent(); around && around != function; around = around.parent())
        if (around.is(Kind::try_statement)) return true;
    return false;
}

// `try: self.validate(x)` of compiled code that calls the function, or calls what does.
Node call_in_try(const values::Program& program, Node function) {
    syntax::DistinctNodes callees;
    callees.add(function);
    for (std::size_t i = 0; i < std::min(callees.all().size(), most_callees); ++i) {
        const Node callee = callees.all()[i];
        for (const Node call : program.calls().places(callee)) {
            const Node caller = syntax::function_of(call);
            const auto is_caller = [&](const values::Activation* each) { return each->function.node == caller; };
            if (!std::ranges::any_of(program.calls().compiled_to(callee), is_caller)) continue;
            if (stands_in_try(call, caller)) return call;
            callees.add(caller);
        }
    }
    return {};
}

// A call behind the check that draws random numbers: those of torch are drawn `in_graph`, those of Python and numpy in
// front of it.
Node draw_behind(const Facts& facts, const EffectSite& site, bool in_graph) {
    for (const Node node : behind(site.statement, facts.function())) {
        const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
        if (row && row->role == torch::Role::random && (in_graph || !row->name.starts_with("torch."))) return node;
    }
    return {};
}

}  // namespace

void nothing_written_before(const Facts& facts, const EffectSite& site, Proof& proof) {
    if (!site.raises) return;
    const Node loop = outermost_loop(site.statement);
    const std::uint32_t end = loop ? loop.end_index() : site.statement.index();
    for (std::uint32_t i = facts.function().index() + 1; i < end; ++i) {
        const Node node = facts.function().tree()->node(i);
        if (writes(facts, node))
            return proof.refuse("what " + quoted(node) + " writes before it would be lost when it raises");
    }
}

void no_try_around_calls(const Facts& facts, const EffectSite& site, Proof& proof) {
    if (const Node call = site.raises ? call_in_try(facts.program(), facts.function()) : Node{})
        proof.refuse("a `try` around " + quoted(call) + " may see the difference");
}

void nothing_drawn_behind(const Facts& facts, const EffectSite& site, Proof& proof) {
    if (const Node draw = site.raises ? draw_behind(facts, site, true) : Node{})
        proof.assume("the draw of " + quoted(draw) + " may happen before the error",
                     "inductor draws random numbers before it checks");
}

void nothing_drawn_by_python(const Facts& facts, const EffectSite& site, Proof& proof) {
    if (const Node draw = site.raises ? draw_behind(facts, site, false) : Node{})
        proof.assume("the draw of " + quoted(draw) + " may happen before the error",
                     "Dynamo draws random numbers of Python before the graph runs");
}

// `sizes.sum() != x.shape[1]`: when it raises, what stands behind it may not fit together, which the compiler finds out
// before anything runs.
void not_about_sizes(const Facts& facts, const EffectSite& site, Proof& proof) {
    if (!site.raises) return;
    for (const Node node : subtree(site.place)) {
        if (!node.is(Kind::comparison_operator)) continue;
        if (const Node size = size_in(facts, node))
            return proof.assume("another error may come first where " + quoted(size) + " is not as expected",
                                "without " + quoted(size) + " as expected, what stands behind it may not compile");
    }
}

}  // namespace transforms::in_graph
