#include "transforms/if_conversion/read/loop_exit.h"

#include "analysis/effects/trip_count.h"
#include "analysis/function/dict_slot.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/if_conversion/read/arm.h"
#include "transforms/if_conversion/read/store.h"

#include <algorithm>
#include <iterator>

namespace transforms::if_conversion {

using function::Facts;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr double few_rounds = 16;   // Python runs them all, too
constexpr double most_rounds = 64;  // all of which stand in the graph

std::vector<Node> siblings(Node from, Node until) {
    std::vector<Node> all;
    for (Node each = from; each && each != until; each = each.next_sibling()) all.push_back(each);
    return all;
}

// A variable of the loop has another value behind it than if the loop had ended early.
bool serves_loop_alone(const Facts& facts, Node target, Node loop) {
    for (const Node part : syntax::elements_of(target)) {
        const names::Binding* variable = facts.variable(part);
        if (!variable) return false;
        for (const Node node : facts.uses_of(*variable))
            if (!syntax::is_within(node, loop)) return false;
    }
    return true;
}

// `self.layers`, `zip(self.layers, self.norms)`: the rounds stand one behind the other in the graph, however many there
// are.
bool is_unrolled(const Facts& facts, Node iterable) {
    const values::Value value = facts.value(iterable);
    const torch::Row* row = iterable.is(Kind::call) ? facts.row_of(iterable) : nullptr;
    if (row && (row->role == torch::Role::zip || row->role == torch::Role::enumerate))
        for (const Node each : syntax::Call{iterable}.arguments().children())
            if (is_unrolled(facts, each)) return true;
    return value.is(values::Kind::sequence) && value.sequence().form == values::Sequence::Form::modules;
}

void check_loop(const Facts& facts, syntax::For loop, Predication& read, proof::Proof& proof) {
    if (loop.otherwise()) return proof.refuse("the loop has an `else`");
    const double rounds = effects::usual_rounds(facts, loop.iterable());
    const torch::Row* row = loop.iterable().is(syntax::Kind::call) ? facts.row_of(loop.iterable()) : nullptr;
    const bool counts = (row && row->role == torch::Role::range) || is_unrolled(facts, loop.iterable());
    read.many_rounds = rounds < 1 || rounds > few_rounds;
    if (rounds > most_rounds || (rounds < 1 && !counts))
        return proof.refuse("all rounds of the loop would run, and these may be many: " +
                            edit::quoted(loop.iterable()));
    if (!serves_loop_alone(facts, loop.target(), loop.node))
        return proof.refuse(edit::quoted(loop.target()) + " is used outside of the loop");
}

bool is_assigned(const Predication& at, Node target) {
    for (const Node part : syntax::elements_of(target))
        if (std::ranges::any_of(at.targets, [&](const Target& each) { return each.text == part.text(); })) return true;
    return false;
}

// `out[:, t] = token`, which leaves that part as it is once the loop has ended.
std::optional<Target> store_of(const Facts& facts, Node statement, Node loop) {
    const Node only = statement.is(Kind::expression_statement) ? statement.first_child() : Node{};
    if (!only || only.next_sibling()) return std::nullopt;
    auto part = part_of(facts, only, loop);
    if (part) std::ranges::reverse(part->values);
    return part;
}

// What a round does: assignments, and writes to parts of tensors between them. Of the three groups, what stands in
// front of the condition, what ends the loop and what stands behind, each is an arm of its own to read, and may assign
// what another one has assigned.
std::vector<Target> read_round(const Facts& facts, const std::vector<std::vector<Node>>& groups, Node loop,
                               proof::Proof& proof) {
    std::vector<Target> all;
    Arm arm;
    std::vector<Node> assignments;
    const auto read = [&] {
        if (!proof.refused()) std::ranges::move(read_arm(facts, assignments, proof), std::back_inserter(arm));
        assignments.clear();
    };
    const auto merge = [&] {
        if (!proof.refused()) std::ranges::move(merge_arms(facts, loop, {{}, arm}, proof), std::back_inserter(all));
        arm.clear();
    };
    for (const std::vector<Node>& group : groups) {
        const bool ends = &group == &groups[1];
        for (const Node each : group) {
            auto store = ends ? std::nullopt : store_of(facts, each, loop);
            if (!store) {
                assignments.push_back(each);
                continue;
            }
            read();
            merge();
            all.push_back(std::move(*store));
        }
        read();
    }
    merge();
    return all;
}

// `out[n] = token` beside `n = n + 1`: another place in each round, and none that is known in those behind the end.
bool stores_by_what_changes(const Facts& facts, const std::vector<Target>& all) {
    const auto changes = [&](Node part) {
        const names::Binding* variable = facts.variable(part);
        return variable && std::ranges::any_of(all, [&](const Target& each) { return each.variable == variable; });
    };
    return std::ranges::any_of(all, [&](const Target& each) {
        if (!each.cut) return false;
        return std::ranges::any_of(syntax::Subscript{each.cut}.indices(),
                                   [&](Node index) { return std::ranges::any_of(subtree(index), changes); });
    });
}

}  // namespace

bool read_stop(const Facts& facts, Predication& read, proof::Proof& proof) {
    const Node asking = read.statement, body = asking.parent(), arm_body = syntax::If{asking}.body();
    const auto loop = syntax::as<syntax::For>(body.parent());
    if (!loop) return false;
    read.form = Predication::Form::stop;
    read.loop = loop->node;
    read.statement = body.first_child();
    read.replaced = loop->node.span();
    check_loop(facts, *loop, read, proof);
    const Node leaving = syntax::last_statement(arm_body), node = loop->node;
    if (!proof.refused()) {
        const std::vector<std::vector<Node>> groups{siblings(read.statement, asking),
                                                    siblings(arm_body.first_child(), leaving),
                                                    siblings(asking.next_sibling(), {})};
        read.targets = read_round(facts, groups, node, proof);
    }
    if (stores_by_what_changes(facts, read.targets)) proof.refuse("it is not the same place in each round");
    // `y = y` is no target.
    const auto is_in_front = [&](const Target& each) { return each.values.back().index() < asking.index(); };
    read.asked_behind = static_cast<std::size_t>(std::ranges::count_if(read.targets, is_in_front));
    if (is_assigned(read, loop->target()))
        proof.refuse(edit::quoted(loop->target()) + " is assigned by the loop itself");
    return true;
}

values::Value value_coming_in(const Facts& facts, const Predication& at, const names::Binding& variable) {
    const auto definition = facts.definition(variable, at.loop);
    return definition ? facts.value(definition->value) : values::unknown();
}

}  // namespace transforms::if_conversion
