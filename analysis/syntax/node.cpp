#include "analysis/syntax/node.h"

#include "analysis/syntax/tree.h"

namespace syntax {

Node Node::child(Field field) const {
    for (const Node node : children())
        if (node.field() == field) return node;
    return {};
}

Node Node::child(Kind kind) const {
    for (const Node node : children())
        if (node.kind() == kind) return node;
    return {};
}

Node unparenthesized(Node expression) {
    while (expression.is(Kind::parenthesized_expression) && expression.first_child())
        expression = expression.first_child();
    return expression;
}

bool is_statement(Kind kind) {
    switch (kind) {
        case Kind::import_statement:
        case Kind::import_from_statement:
        case Kind::future_import_statement:
        case Kind::expression_statement:
        case Kind::assert_statement:
        case Kind::return_statement:
        case Kind::delete_statement:
        case Kind::raise_statement:
        case Kind::pass_statement:
        case Kind::break_statement:
        case Kind::continue_statement:
        case Kind::global_statement:
        case Kind::nonlocal_statement:
        case Kind::type_alias_statement:
        case Kind::if_statement:
        case Kind::elif_clause:
        case Kind::for_statement:
        case Kind::while_statement:
        case Kind::try_statement:
        case Kind::except_clause:
        case Kind::with_statement:
        case Kind::match_statement:
        case Kind::case_clause:
        case Kind::function_definition:
        case Kind::class_definition:
        case Kind::decorated_definition: return true;
        default: return false;
    }
}

Node statement_of(Node node) {
    while (node && !is_statement(node.kind())) node = node.parent();
    return node;
}

Node function_of(Node node) {
    for (Node at = node.parent(); at; at = at.parent())
        if (at.is(Kind::function_definition) || at.is(Kind::lambda)) return at;
    return {};
}

bool is_within(Node node, Node ancestor) {
    return node && ancestor && node.tree() == ancestor.tree() && ancestor.index() <= node.index() &&
           node.index() < ancestor.end_index();
}

}  // namespace syntax
