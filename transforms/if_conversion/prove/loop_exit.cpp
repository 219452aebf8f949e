#include "transforms/if_conversion/prove/loop_exit.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/words.h"

#include <algorithm>

namespace transforms::if_conversion {

using metadata::Forms;
using syntax::Kind;
using syntax::Node;

namespace {

// `always`: and not only if what stands in front of it does not decide.
void check_truth(Node condition, bool always, Forms& forms, speculation::Speculation& speculation) {
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

void rounds_are_few(Case& c) {
    if (!c.at.many_rounds) return;
    const std::string rounds = edit::quoted(syntax::For{c.at.loop}.iterable());
    c.proof.assume(rounds + " has few rounds, which all run",
                   "all rounds of the loop would run, and these may be many: " + rounds);
}

bool rounds_are_alike(const function::Facts& facts, const Predication& at) {
    const auto given = syntax::elements_of(syntax::For{at.loop}.target());
    for (std::uint32_t i = at.statement.index(); i < at.loop.end_index(); ++i) {
        const Node node = at.loop.tree()->node(i);
        const names::Binding* variable = facts.variable(node);
        const bool differs =
            std::ranges::any_of(given, [&](Node each) { return variable && facts.variable(each) == variable; });
        if (differs && !function::is_number(facts.value(node))) return false;
    }
    return true;
}

void check_asked(const Predication& at, bool alike, Forms& forms, speculation::Speculation& speculation) {
    check_truth(at.conditions.front(), alike, forms, speculation);
}

Forms forms_when_asked(const Predication& at, const Forms& forms) {
    Forms behind = forms;
    for (std::size_t i = 0; i < at.asked_behind; ++i) assign(at.targets, i, at.arms() - 1, behind);
    return behind;
}

effects::Assigned assigned_when_asked(const Predication& at) {
    effects::Assigned assigned;
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
    for (const proof::Guard& guard : c.proof.guards())
        for (const names::Binding& variable : c.facts.scope().bindings) {
            if (!proof::speaks_of(guard, variable.text)) continue;
            if (c.facts.must_defined().before(front, variable.text) && !(c.at.loop && is_temporary(variable.text)))
                continue;
            return c.proof.refuse(c.at.loop ? "the loop would have to ask for `" + proof::code(guard) +
                                                  "`, which is known in its rounds alone"
                                            : "`" + proof::code(guard) + "` would be asked too early");
        }
}

}  // namespace transforms::if_conversion
