#include "analysis/syntax/places.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>

namespace syntax {

Op operator_of(Node node) {
    const Node parent = node.parent();
    if (!parent.is(Kind::comparison_operator) || parent.first_child() == node) return node.op();
    const Node left = node.child(Field::left), right = node.child(Field::right);
    std::string_view text = node.text().substr(0, 1);
    if (left && right)
        text = node.text().substr(left.span().end - node.span().begin, right.span().begin - left.span().end);
    text = text.substr(std::min(text.find_first_not_of(" \t\r\n\\"), text.size()));
    text = text.substr(0, text.find_first_of(" \t\r\n\\"));
    for (int op = static_cast<int>(Op::add); op <= static_cast<int>(Op::invert); ++op)
        if (op_text(static_cast<Op>(op)) == text) return static_cast<Op>(op);
    return Op::none;
}

Node tester_of(Node node) {
    for (Node parent = node.parent(); parent; node = parent, parent = parent.parent()) {
        switch (parent.kind()) {
            case Kind::parenthesized_expression:
            case Kind::boolean_operator: continue;
            case Kind::not_operator:
            case Kind::if_clause: return parent;
            case Kind::if_statement:
            case Kind::elif_clause:
            case Kind::while_statement: return node.field() == Field::condition ? parent : Node{};
            case Kind::assert_statement: return node == parent.first_child() ? parent : Node{};
            case Kind::conditional_expression: return node == Conditional{parent}.condition() ? parent : Node{};
            default: return {};
        }
    }
    return {};
}

Node with_around(Node node) {
    for (Node at = node.parent(); at && !at.is(Kind::function_definition); at = at.parent())
        if (at.is(Kind::with_statement)) return at;
    return {};
}

Node parenthesized(Node expression) {
    while (expression.parent().is(Kind::parenthesized_expression)) expression = expression.parent();
    return expression;
}

bool is_target(Node node) {
    const auto is_pattern = [](Node each) {
        return each.is(Kind::pattern_list) || each.is(Kind::tuple_pattern) || each.is(Kind::list_pattern) ||
               each.is(Kind::list_splat_pattern) || each.is(Kind::parenthesized_expression);
    };
    Node parent = node.parent();
    for (; is_pattern(parent); parent = parent.parent()) node = parent;
    switch (parent.kind()) {
        case Kind::assignment:
        case Kind::augmented_assignment:
        case Kind::for_statement:
        case Kind::for_in_clause: return node.field() == Field::left;
        default: return parent.is(Kind::as_pattern_target);
    }
}

Node given_to(Node target) {
    Node whole = target;
    if (whole.parent().is(Kind::pattern_list) || whole.parent().is(Kind::tuple_pattern)) whole = whole.parent();
    const auto assignment = as<Assignment>(whole.parent());
    const bool alone = assignment && assignment->node.parent().is(Kind::expression_statement);
    if (!alone || assignment->target() != whole || !assignment->value()) return {};
    if (whole == target) return assignment->value();
    const std::vector<Node> targets = elements_of(whole), values = elements_of(unparenthesized(assignment->value()));
    for (std::size_t i = 0; i < targets.size() && targets.size() == values.size(); ++i)
        if (targets[i] == target) return values[i];
    return {};
}

bool is_loop(Node node) { return node.is(Kind::for_statement) || node.is(Kind::while_statement); }

Node innermost_loop(Node node) {
    for (Node at = node.parent(); at && !at.is(Kind::function_definition); at = at.parent())
        if (is_loop(at)) return at;
    return {};
}

Node outermost_loop(Node node) {
    Node found;
    for (Node at = node.parent(); at && !at.is(Kind::function_definition); at = at.parent())
        if (is_loop(at)) found = at;
    return found;
}

bool compares(Op op) {
    switch (op) {
        case Op::less:
        case Op::less_equal:
        case Op::greater:
        case Op::greater_equal:
        case Op::equal:
        case Op::not_equal: return true;
        default: return false;
    }
}

Node enclosing(Node node, Kind kind) {
    while (node && !node.is(kind) && !is_statement(node.kind())) node = node.parent();
    return node.is(kind) ? node : Node{};
}

bool mentions(Node code, std::string_view spelled) {
    for (const Node node : subtree(code))
        if (node.text() == spelled) return true;
    return false;
}

}  // namespace syntax
