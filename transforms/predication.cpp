#include "transforms/predication.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/speculation.h"

#include <algorithm>

namespace transforms {

using syntax::Kind;
using syntax::Node;

namespace {

struct Assigned {
    const names::Binding* variable;
    Node value;
};
using Arm = std::vector<Assigned>;

// `not not c` is rare enough to be left alone.
Node under_not(Node condition) {
    const Node plain = syntax::unparenthesized(condition);
    return plain.is(Kind::not_operator) ? syntax::unparenthesized(plain.first_child()) : plain;
}

const Assigned* find(const Arm& arm, std::size_t from, const names::Binding* variable) {
    for (std::size_t i = from; i < arm.size(); ++i)
        if (arm[i].variable == variable) return &arm[i];
    return nullptr;
}

std::string name_of(const names::Binding& variable) { return "`" + std::string(variable.text) + "`"; }

void add_assignment(const Facts& facts, Node statement, Arm& arm, Proof& proof) {
    if (statement.is(Kind::pass_statement)) return;
    const Node only = statement.is(Kind::expression_statement) ? statement.first_child() : Node{};
    if (only.is(Kind::augmented_assignment) && facts.value(only.child(syntax::Field::left)).is_tensor())
        return proof.refuse(quoted(only) + " writes to the tensor itself");
    const auto assignment = syntax::as<syntax::Assignment>(only);
    if (!assignment || !assignment->value() || assignment->annotation() || only.next_sibling())
        return proof.refuse("an arm does more than to assign variables: " + quoted(statement));
    if (!assignment->target().is(Kind::identifier) || assignment->value().is(Kind::assignment))
        return proof.refuse("an arm assigns to more than a plain variable: " + quoted(assignment->node));
    const names::Binding* variable = facts.variable(assignment->target());
    if (!variable) return proof.refuse(quoted(assignment->target()) + " is no variable of this function alone");
    if (variable->captured || variable->rebound_inside)
        return proof.refuse(name_of(*variable) + " is used by a function inside of this one");
    if (find(arm, 0, variable)) return proof.refuse(name_of(*variable) + " is assigned twice in one arm");
    arm.push_back({.variable = variable, .value = assignment->value()});
}

Arm read_arm(const Facts& facts, Node block, Proof& proof) {
    Arm arm;
    for (const Node statement : block.children()) {
        if (proof.refused()) break;
        add_assignment(facts, statement, arm, proof);
    }
    return arm;
}

bool reads(const Facts& facts, const Arm& arm, const names::Binding* variable) {
    for (const Assigned& each : arm)
        for (std::uint32_t i = each.value.index(); i < each.value.end_index(); ++i)
            if (facts.variable(each.value.tree()->node(i)) == variable) return true;
    return false;
}

std::vector<Target> merged(const Facts& facts, Node statement, const Arm& then, const Arm& otherwise, Proof& proof) {
    std::vector<Target> targets;
    const auto temporary = [&](const names::Binding* variable, const Arm& other) {
        return !facts.liveness().after(statement, variable->text) && !reads(facts, other, variable);
    };
    std::size_t i = 0, j = 0;
    while (i < then.size() || j < otherwise.size()) {
        if (i < then.size() && !find(otherwise, 0, then[i].variable)) {
            targets.push_back({.variable = then[i].variable,
                               .then = then[i].value,
                               .otherwise = {},
                               .temporary = temporary(then[i].variable, otherwise)});
            ++i;
        } else if (j < otherwise.size() && !find(then, 0, otherwise[j].variable)) {
            targets.push_back({.variable = otherwise[j].variable,
                               .then = {},
                               .otherwise = otherwise[j].value,
                               .temporary = temporary(otherwise[j].variable, then)});
            ++j;
        } else if (i < then.size() && j < otherwise.size() && then[i].variable == otherwise[j].variable) {
            targets.push_back(
                {.variable = then[i].variable, .then = then[i++].value, .otherwise = otherwise[j++].value});
        } else {
            proof.refuse("the arms assign their variables in different orders");
            break;
        }
    }
    return targets;
}

}  // namespace

bool decides_alone(Node statement, Node operand) {
    return statement.is(Kind::if_statement) &&
           under_not(statement.child(syntax::Field::condition)) == syntax::unparenthesized(operand);
}

Predication read_predication(const Facts& facts, Node statement, Proof& proof) {
    const syntax::If view{statement};
    Predication read{.statement = statement, .predicate = under_not(view.condition()), .targets = {}};
    read.negated = syntax::unparenthesized(view.condition()).is(Kind::not_operator);
    const std::vector<Node> alternatives = view.alternatives();
    if (!alternatives.empty() && alternatives.front().is(Kind::elif_clause)) {
        proof.refuse("the `if` has an `elif`");
        return read;
    }
    const Arm then = read_arm(facts, view.body(), proof);
    const Arm otherwise = alternatives.empty() || proof.refused()
                              ? Arm{}
                              : read_arm(facts, alternatives.front().child(syntax::Field::body), proof);
    if (proof.refused()) return read;
    read.targets = merged(facts, statement, then, otherwise, proof);
    if (read.targets.empty()) proof.refuse("the arms assign nothing");
    return read;
}

}  // namespace transforms
