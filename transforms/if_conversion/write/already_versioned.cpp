#include "transforms/if_conversion/write/already_versioned.h"

#include "analysis/syntax/python.h"

#include <algorithm>

namespace transforms::if_conversion {

using syntax::Kind;
using syntax::Node;

namespace {

std::string without_blanks(std::string_view text) {
    std::string kept;
    for (const char c : text)
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t') kept += c;
    return kept;
}

// The text is that of the condition, or "not a" of "not (a or b)".
bool says(const std::string& condition, const std::string& text) {
    constexpr std::string_view none = "not (", either = " or ";
    if (without_blanks(condition) == text) return true;
    if (!condition.starts_with(none) || condition.find_first_of("()", none.size()) != condition.size() - 1)
        return false;
    for (std::size_t begin = none.size(), end = 0; begin < condition.size(); begin = end + either.size()) {
        end = std::min(condition.find(either, begin), condition.size() - 1);
        if (without_blanks("not " + condition.substr(begin, end - begin)) == text) return true;
    }
    return false;
}

// `a.device == b.device`, which is taken for granted where nothing asks for it.
bool asks_device(Node condition) {
    const Node left = condition.first_child(), right = left ? left.next_sibling() : Node{};
    return condition.is(Kind::comparison_operator) && right && left.text().ends_with(".device") &&
           right.text().ends_with(".device");
}

// All parts of `a and b` are among the conditions.
bool is_among(Node condition, const std::vector<std::string>& conditions) {
    const Node node = syntax::unparenthesized(condition);
    if (node.is(Kind::boolean_operator) && node.op() == syntax::Op::logical_and)
        return is_among(node.child(syntax::Field::left), conditions) &&
               is_among(node.child(syntax::Field::right), conditions);
    if (asks_device(node)) return true;
    const std::string text = without_blanks(node.text()), grouped = "(" + text + ")";
    return std::ranges::any_of(conditions,
                               [&](const std::string& each) { return says(each, text) || says(each, grouped); });
}

// Where all of the conditions hold, this branch in front of ours is taken.
bool takes_all(Node branch, const std::vector<std::string>& conditions) {
    return (branch.is(Kind::if_statement) || branch.is(Kind::elif_clause)) &&
           is_among(branch.child(syntax::Field::condition), conditions);
}

// `if isinstance(condition, torch.Tensor) and ...:` of what a function gave, which is not known to be a tensor behind
// it.
bool asks_first(Node branch, Node condition) {
    Node first = syntax::unparenthesized(branch.child(syntax::Field::condition));
    while (first.is(Kind::boolean_operator)) first = first.child(syntax::Field::left);
    return first.text().starts_with("isinstance(" + std::string(condition.text()) + ",");
}

bool leaves(Node statement) {
    const Node last = syntax::last_statement(syntax::If{statement}.body());
    return last.is(Kind::return_statement) || last.is(Kind::continue_statement);
}

}  // namespace

std::vector<std::string> conditions_in_front(const Proven& proven) {
    std::vector<std::string> all = proven.predicate.fixed;
    const std::vector<std::string> tests = proof::codes(proven.proof.guards());
    all.insert(all.end(), tests.begin(), tests.end());
    return all;
}

bool is_tested_already(const Predication& predication, const Proven& proven) {
    const std::vector<std::string> conditions = conditions_in_front(proven);
    if (predication.form == Predication::Form::expression) {
        for (Node each = predication.statement.parent().parent(); each.is(Kind::else_clause);
             each = each.parent().parent().parent())
            if (takes_all(each.parent(), conditions)) return true;
        Node part = predication.conditions.front().parent();
        for (Node node = part.parent(); node && !syntax::is_statement(node.kind()); part = node, node = node.parent())
            if (const auto view = syntax::as<syntax::Conditional>(node);
                view && view->otherwise() == part && is_among(view->condition(), conditions))
                return true;
    }
    if (predication.loop) {
        const Node around = predication.loop.parent().parent();
        return around.is(Kind::else_clause) && takes_all(around.parent(), conditions);
    }
    if (predication.head.is(Kind::elif_clause)) {
        const auto takes = [&](Node branch) { return takes_all(branch, conditions); };
        return takes(predication.statement) ||
               std::ranges::any_of(syntax::If{predication.statement}.alternatives(), takes);
    }
    Node before;
    for (const Node each : predication.statement.parent().children()) {
        if (each == predication.statement) break;
        before = each;
    }
    const bool takes = takes_all(before, conditions) || asks_first(before, predication.conditions.front());
    return takes && leaves(before);
}

}  // namespace transforms::if_conversion
