#include "transforms/stop.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/arm.h"
#include "transforms/rounds.h"
#include "transforms/text.h"

#include <algorithm>

namespace transforms {

using syntax::Kind;
using syntax::Node;

namespace {

constexpr double most_rounds = 16;  // Python runs them all, too

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

void check_loop(const Facts& facts, syntax::For loop, Proof& proof) {
    if (loop.otherwise()) return proof.refuse("the loop has an `else`");
    const double rounds = usual_rounds(facts, loop.iterable());
    if (rounds < 1 || rounds > most_rounds)
        return proof.refuse("all rounds of the loop would run, and these may be many: " + quoted(loop.iterable()));
    if (!serves_loop_alone(facts, loop.target(), loop.node))
        return proof.refuse(quoted(loop.target()) + " is used outside of the loop");
}

bool is_assigned(const Predication& at, Node target) {
    for (const Node part : syntax::elements_of(target))
        if (std::ranges::any_of(at.targets, [&](const Target& each) { return each.text == part.text(); })) return true;
    return false;
}

// `always`: and not only if what stands in front of it does not decide.
void check_truth(Node condition, bool always, Forms& forms, Speculation& speculation) {
    const Node plain = syntax::unparenthesized(condition);
    if (plain.is(Kind::not_operator)) return check_truth(plain.first_child(), always, forms, speculation);
    if (plain.is(Kind::boolean_operator)) {
        check_truth(plain.child(syntax::Field::left), always, forms, speculation);
        return check_truth(plain.child(syntax::Field::right), false, forms, speculation);
    }
    if (always) forms.is_evaluated(plain);
    speculation.check(plain);
}

}  // namespace

bool read_stop(const Facts& facts, Predication& read, Proof& proof) {
    const Node asking = read.statement, body = asking.parent();
    const auto loop = syntax::as<syntax::For>(body.parent());
    if (!loop) return false;
    read.form = Predication::Form::stop;
    read.loop = loop->node;
    read.statement = body.first_child();
    read.replaced = loop->node.span();
    check_loop(facts, *loop, proof);
    Arm arm = proof.refused() ? Arm{} : read_arm(facts, siblings(read.statement, asking), proof);
    read.asked_behind = arm.size();
    if (!proof.refused())
        std::ranges::move(read_arm(facts, siblings(asking.next_sibling(), {}), proof), std::back_inserter(arm));
    if (!proof.refused()) read.targets = merge_arms(facts, loop->node, {{}, std::move(arm)}, proof);
    if (is_assigned(read, loop->target())) proof.refuse(quoted(loop->target()) + " is assigned by the loop itself");
    return true;
}

bool rounds_are_alike(const Facts& facts, const Predication& at) {
    const auto given = syntax::elements_of(syntax::For{at.loop}.target());
    for (std::uint32_t i = at.statement.index(); i < at.loop.end_index(); ++i) {
        const Node node = at.loop.tree()->node(i);
        const names::Binding* variable = facts.variable(node);
        const bool differs =
            std::ranges::any_of(given, [&](Node each) { return variable && facts.variable(each) == variable; });
        if (differs && !is_number(facts.value(node))) return false;
    }
    return true;
}

values::Value value_coming_in(const Facts& facts, const Predication& at, const names::Binding& variable) {
    const auto definition = facts.definition(variable, at.loop);
    return definition ? facts.value(definition->value) : values::unknown();
}

void check_asked(const Predication& at, bool alike, Forms& forms, Speculation& speculation) {
    check_truth(at.conditions.front(), alike, forms, speculation);
}

Forms forms_when_asked(const Predication& at, const Forms& forms) {
    Forms behind = forms;
    for (std::size_t i = 0; i < at.asked_behind; ++i) assign(at.targets, i, at.arms() - 1, behind);
    return behind;
}

Assigned assigned_when_asked(const Predication& at) {
    Assigned assigned;
    for (std::size_t i = 0; i < at.asked_behind; ++i)
        if (at.targets[i].variable) assigned.emplace(at.targets[i].variable, at.targets[i].values.back());
    return assigned;
}

void tests_hold_in_front(Case& c) {
    const Node front = c.at.loop ? c.at.loop : c.at.statement;
    const auto is_temporary = [&](std::string_view name) {
        return std::ranges::any_of(c.at.targets,
                                   [&](const Target& each) { return each.temporary && each.text == name; });
    };
    for (const std::string& condition : c.proof.conditions())
        for (const names::Binding& variable : c.facts.scope().bindings) {
            if (!mentions_name(condition, variable.text)) continue;
            if (c.facts.must_defined().before(front, variable.text) && !(c.at.loop && is_temporary(variable.text)))
                continue;
            return c.proof.refuse(c.at.loop ? "the loop would have to ask for `" + condition +
                                                  "`, which is known in its rounds alone"
                                            : "`" + condition + "` would be asked too early");
        }
}

}  // namespace transforms
