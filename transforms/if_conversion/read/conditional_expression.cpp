#include "transforms/if_conversion/read/conditional_expression.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/layout.h"
#include "transforms/if_conversion/read/aggregate.h"
#include "transforms/if_conversion/read/arm.h"
#include "transforms/if_conversion/read/scalar_replacement.h"

#include <algorithm>

namespace transforms::if_conversion {

using function::Facts;
using proof::Proof;
using syntax::Kind;
using syntax::Node;

namespace {

// `h, c = (a, b) if t else (d, e)`: what the statement assigns.
std::vector<Target> named_targets(const Facts& facts, Node statement, syntax::Assignment assignment,
                                  const std::vector<Node>& values, Proof& proof) {
    std::vector<Arm> arms;
    for (const Node value : values) arms.push_back(read_arm(facts, assignment, value, proof));
    return proof.refused() ? std::vector<Target>{} : merge_arms(facts, statement, arms, proof);
}

// What the whole of a statement assigns or returns.
bool read_whole(const Facts& facts, Node conditional, const std::vector<Node>& values, Predication& read,
                Proof& proof) {
    const Node whole = parenthesized(conditional);
    const auto assignment = syntax::as<syntax::Assignment>(whole.parent());
    const bool assigns = assignment && assignment->value() == whole && assignment->node.parent() == read.statement;
    const bool returns = whole.parent().is(Kind::return_statement) && !facts.scope().yields;
    if (!edit::indentation(read.statement.tree()->source(), read.statement.span()) || !(assigns || returns))
        return false;
    if (returns) {
        read.form = Predication::Form::early;
        read.replaced = read.statement.span();
    }
    const bool tuples = std::ranges::any_of(values, [](Node each) { return each.is(Kind::tuple); });
    const bool structures = std::ranges::any_of(values, [&](Node each) { return bool(display_of(facts, each)); });
    if (assigns && structures) read.replaced = whole.span();
    const bool unpacks = assigns && syntax::elements_of(assignment->target()) != std::vector{assignment->target()};
    Proof reading;  // a value that is assigned to no plain variable is one without a name
    if (assigns && !assignment->annotation() && (unpacks ? tuples : !structures))
        read.targets = named_targets(facts, read.statement, *assignment, values, tuples ? proof : reading);
    if (read.targets.empty() && !proof.refused()) read.targets = targets_of(facts, values, read, proof);
    return true;
}

}  // namespace

bool is_static(const Facts& facts, Node condition) {
    const values::Value value = facts.value(condition);
    return value.is(values::Kind::constant) || value.is(values::Kind::literal) ||
           value.is(values::Kind::shape_number) || value.is(values::Kind::none);
}

Predication read_expression(const Facts& facts, Node conditional, Proof& proof) {
    const auto is_alternative = [&](Node node) {
        const Node whole = parenthesized(node), around = whole.parent();
        const auto view = syntax::as<syntax::Conditional>(around);
        return view && view->otherwise() == whole && !is_static(facts, view->condition()) ? around : Node{};
    };
    while (const Node around = is_alternative(conditional)) conditional = around;
    Predication read{.form = Predication::Form::expression,
                     .statement = syntax::statement_of(conditional),
                     .replaced = conditional.span()};
    std::vector<Node> values;
    Node rest = conditional;
    while (const auto view = syntax::as<syntax::Conditional>(syntax::unparenthesized(rest))) {
        read.conditions.push_back(view->condition());
        values.push_back(syntax::unparenthesized(view->then()));
        rest = view->otherwise();
    }
    values.push_back(syntax::unparenthesized(rest));
    if (read_whole(facts, conditional, values, read, proof)) return read;
    read.targets = targets_of(facts, values, read, proof);
    if (read.targets.front().together) proof.refuse("a structure is chosen within a statement");
    return read;
}

}  // namespace transforms::if_conversion
