#include "transforms/edit/parentheses.h"

#include <cctype>

namespace transforms::edit {

using syntax::Kind;
using syntax::Node;

namespace {

// Whether an operator would take a part of the text: there is a blank outside of all brackets.
bool is_loose(std::string_view text) {
    int depth = 0;
    for (const char c : text) {
        depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
        if (depth == 0 && (c == ' ' || c == '\t' || c == '\n')) return true;
    }
    return false;
}

}  // namespace

bool stands_alone(syntax::Node node) {
    using syntax::Kind;
    switch (node.parent().kind()) {
        case Kind::argument_list:
        case Kind::assignment:
        case Kind::dictionary:
        case Kind::expression_list:
        case Kind::generator_expression:
        case Kind::keyword_argument:
        case Kind::list:
        case Kind::list_comprehension:
        case Kind::pair:
        case Kind::parenthesized_expression:
        case Kind::return_statement:
        case Kind::set_comprehension:
        case Kind::tuple: return true;
        default: return false;
    }
}

std::string grouped(std::string text) { return is_loose(text) ? "(" + text + ")" : text; }

std::string grouped(Node node) {
    const bool is_tight = node.is(Kind::identifier) || node.is(Kind::call) || node.is(Kind::attribute) ||
                          node.is(Kind::subscript) || node.is(Kind::parenthesized_expression);
    return is_tight ? std::string(node.text()) : "(" + std::string(node.text()) + ")";
}

std::string operand(Node node) {
    const bool is_weaker = node.is(Kind::conditional_expression) ||
                           (node.is(Kind::boolean_operator) && node.op() == syntax::Op::logical_or);
    return is_weaker ? "(" + std::string(node.text()) + ")" : std::string(node.text());
}

std::string with_method(const std::string& text, std::string_view method) {
    const bool has_sign = text.starts_with('~') || text.starts_with('-') || text.starts_with('+');
    return (has_sign ? "(" + text + ")" : grouped(text)).append(method);
}

std::string renamed(const std::string& text, std::string_view name, std::string_view to) {
    const auto is_word = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
    };
    std::string made;
    for (std::size_t i = 0; i < text.size();) {
        const bool begins = i == 0 || !is_word(text[i - 1]);
        const bool ends =
            i + name.size() >= text.size() || text[i + name.size()] == '.' || !is_word(text[i + name.size()]);
        if (begins && ends && std::string_view(text).substr(i).starts_with(name)) {
            made += to;
            i += name.size();
        } else {
            made += text[i++];
        }
    }
    return made;
}

}  // namespace transforms::edit
