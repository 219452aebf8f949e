#include "analysis/syntax/handlers.h"

#include "analysis/syntax/tree.h"

#include <algorithm>

namespace syntax {

namespace {

bool leaves(Node clause) {
    return std::ranges::any_of(subtree(clause), [](Node node) {
        return node.is(Kind::return_statement) || node.is(Kind::break_statement) || node.is(Kind::continue_statement);
    });
}

bool keeps(Node statement) {
    for (const Node clause : statement.children()) {
        const bool hands_on = clause.is(Kind::block) || clause.is(Kind::else_clause) ||
                              (clause.is(Kind::finally_clause) && !leaves(clause));
        if (!hands_on) return true;
    }
    return false;
}

}  // namespace

bool may_be_caught(Node node) {
    for (Node around = node.parent(); around && !around.is(Kind::function_definition); around = around.parent())
        if (around.is(Kind::try_statement) && keeps(around)) return true;
    return false;
}

}  // namespace syntax
