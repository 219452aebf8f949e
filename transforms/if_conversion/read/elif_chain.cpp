#include "transforms/if_conversion/read/elif_chain.h"

#include "analysis/syntax/python.h"
#include "transforms/condition/static_conjuncts.h"
#include "transforms/if_conversion/read/conditional_expression.h"

namespace transforms::if_conversion {

using syntax::Kind;
using syntax::Node;

namespace {

struct FirstAsked {
    Node clause;
};

// The first link whose condition asks a tensor, perhaps; what Python decides in front of it stays.
FirstAsked first_asked(const function::Facts& facts, Node statement) {
    const syntax::If view{statement};
    const auto stays = [&](Node condition) {
        return is_static(facts, condition) || condition::asks_no_tensor(facts, condition);
    };
    if (!stays(view.condition())) return {statement};
    Node last = statement;
    for (const Node each : view.alternatives()) {
        last = each;
        if (each.is(Kind::elif_clause) && !stays(syntax::If{each}.condition())) break;
    }
    return {last};
}

bool holds_conditional(Node condition) {
    for (const Node node : subtree(condition))
        if (node.is(Kind::conditional_expression)) return true;
    return false;
}

}  // namespace

Node part_of_chain(Study& study, Node operand) {
    const Node clause = syntax::statement_of(operand), statement = clause.parent();
    if (!clause.is(Kind::elif_clause) || !statement.is(Kind::if_statement)) return {};
    const Node condition = syntax::If{clause}.condition();
    if (!syntax::is_within(operand, condition) || holds_conditional(condition)) return {};
    const function::Facts& facts = study.facts(syntax::function_of(operand));
    const Node first = study.once<FirstAsked>(statement, [&] { return first_asked(facts, statement); }).clause;
    return first.index() < clause.index() ? first : clause;
}

}  // namespace transforms::if_conversion
