#include "transforms/if_conversion/read/loop_exit.h"

#include "analysis/effects/trip_count.h"
#include "analysis/function/dict_slot.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/if_conversion/read/arm.h"
#include "transforms/if_conversion/read/store.h"

#include <algorithm>
#include <array>
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

// In front of the condition, where that ends the loop, or behind it: an arm of its own to read, which may assign what
// another one has assigned.
struct Part {
    std::vector<Node> statements;
    bool may_store = true;
};

// What a round does: assignments, and writes to parts of tensors between them.
std::vector<Target> read_round(const Facts& facts, const std::array<Part, 3>& parts, Node loop, proof::Proof& proof) {
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
    for (const Part& part : parts) {
        for (const Node each : part.statements) {
            auto store = part.may_store ? store_of(facts, each, loop) : std::nullopt;
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
    const Node leaving = syntax::last_statement(arm_body);
    const std::array<Part, 3> parts{{{siblings(read.statement, asking)},
                                     {siblings(arm_body.first_child(), leaving), false},
                                     {siblings(asking.next_sibling(), {})}}};
    if (!proof.refused()) read.targets = read_round(facts, parts, loop->node, proof);
    if (std::ranges::any_of(read.targets, [&](const Target& each) { return reads_any(facts, each, read.targets); }))
        proof.refuse("it is not the same place in each round");
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
