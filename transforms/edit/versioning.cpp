#include "transforms/edit/versioning.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/words.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace transforms::edit {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

std::string without_blanks(std::string_view text) {
    std::string kept;
    for (const char c : text)
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t') kept += c;
    return kept;
}

// The text is that of the test, or "not a" of "not (a or b)".
bool says(const std::string& test, const std::string& text) {
    constexpr std::string_view none = "not (", either = " or ";
    if (without_blanks(test) == text) return true;
    if (!test.starts_with(none) || test.find_first_of("()", none.size()) != test.size() - 1) return false;
    for (std::size_t begin = none.size(), end = 0; begin < test.size(); begin = end + either.size()) {
        end = std::min(test.find(either, begin), test.size() - 1);
        if (without_blanks("not " + test.substr(begin, end - begin)) == text) return true;
    }
    return false;
}

// `a.device == b.device`, which is taken for granted where nothing asks for it.
bool asks_device(Node condition) {
    const Node left = condition.first_child(), right = left ? left.next_sibling() : Node{};
    return condition.is(Kind::comparison_operator) && right && left.text().ends_with(".device") &&
           right.text().ends_with(".device");
}

// `torch.compiler.is_compiling()`, in front of the tests of gated code.
bool is_gate(Node condition) {
    return condition.is(Kind::call) && condition.text().ends_with(".compiler.is_compiling()");
}

// A choice as a part of it takes no parentheses there.
bool is_whole(Node expression) {
    const Node parent = expression.parent();
    switch (parent.kind()) {
        case Kind::assignment:
        case Kind::return_statement:
        case Kind::parenthesized_expression: return true;
        case Kind::argument_list: return parent.first_child() == expression && !expression.next_sibling();
        case Kind::subscript: return parent.child(Field::value) != expression && !expression.next_sibling();
        default: return false;
    }
}

}  // namespace

std::optional<std::vector<Edit>> in_versions(const text::Source& source, std::span<const Node> statements,
                                             const Tests& tests, const std::vector<std::string>& lines) {
    for (const Node each : statements)
        if (!indentation(source, each.span())) return std::nullopt;
    const Node first = statements.front();
    const std::string layout(*indentation(source, first.span())), step = step_of(source, first);
    const std::string next = std::string(source.line_ending()) + layout;
    std::string text = header("if", tests, layout, step, source.line_ending());
    for (const std::string& line : lines)
        text.append(next).append(step).append(wrapped(line, layout + step, step, source.line_ending()));
    text.append(next).append("else:").append(next).append(step);
    std::vector<Edit> edits{{{first.span().begin, first.span().begin}, std::move(text)}};
    for (const Node each : statements) {
        if (each != first) edits.push_back({{each.span().begin, each.span().begin}, step});
        std::ranges::move(deeper(source, each, step), std::back_inserter(edits));
    }
    return edits;
}

Edit in_versions(Node expression, const Tests& tests, const std::string& made) {
    if (tests.empty()) return {expression.span(), made};
    const std::string text = made + " if " + joined(tests, " and ") + " else " + std::string(expression.text());
    return {expression.span(), is_whole(expression) ? text : "(" + text + ")"};
}

bool is_among(Node condition, const Tests& tests) {
    const Node node = syntax::unparenthesized(condition);
    if (without_blanks(node.text()) == without_blanks(joined(tests, " and "))) return true;
    if (node.is(Kind::boolean_operator) && node.op() == syntax::Op::logical_and)
        return is_among(node.child(Field::left), tests) && is_among(node.child(Field::right), tests);
    if (asks_device(node) || is_gate(node)) return true;
    const std::string text = without_blanks(node.text()), grouped = "(" + text + ")";
    return std::ranges::any_of(tests, [&](const std::string& each) { return says(each, text) || says(each, grouped); });
}

bool is_old_version(Node node, const Tests& tests, std::string_view only_new) {
    if (tests.empty() && only_new.empty()) return false;
    for (Node part = node, around = node.parent(); around && !around.is(Kind::function_definition);
         part = around, around = around.parent()) {
        const auto chosen = syntax::as<syntax::Conditional>(around);
        if (chosen && chosen->otherwise() == part && is_among(chosen->condition(), tests)) return true;
        if (!part.is(Kind::else_clause) || !around.is(Kind::if_statement)) continue;
        const bool has_it =
            !only_new.empty() &&
            without_blanks(around.child(Field::consequence).text()).find(without_blanks(only_new)) != std::string::npos;
        if (has_it || is_among(around.child(Field::condition), tests)) return true;
    }
    return false;
}

}  // namespace transforms::edit
