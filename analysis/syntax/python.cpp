#include "analysis/syntax/python.h"

#include "analysis/syntax/tree.h"

#include <set>
#include <tuple>
#include <utility>

namespace syntax {
namespace {

// `a`, `*a` and `**a` in a parameter list: the identifier and what form it stands for.
std::pair<Node, Parameter::Form> name_and_form(Node node) {
    if (node.is(Kind::list_splat_pattern)) return {node.first_child(), Parameter::Form::args};
    if (node.is(Kind::dictionary_splat_pattern)) return {node.first_child(), Parameter::Form::kwargs};
    return {node, Parameter::Form::plain};
}

Parameter parameter_of(Node node) {
    Parameter made{.node = node};
    Node target = node;
    if (node.is(Kind::typed_parameter)) {
        target = node.first_child();
        made.annotation = node.child(Field::type);
    } else if (node.is(Kind::default_parameter) || node.is(Kind::typed_default_parameter)) {
        target = node.child(Field::name);
        made.annotation = node.child(Field::type);
        made.value = node.child(Field::value);
    }
    std::tie(made.name, made.form) = name_and_form(target);
    return made;
}

}  // namespace

std::vector<Node> decorators_of(Node definition) {
    std::vector<Node> decorators;
    if (!definition.parent().is(Kind::decorated_definition)) return decorators;
    for (const Node child : definition.parent().children())
        if (child.is(Kind::decorator) && child.first_child()) decorators.push_back(child.first_child());
    return decorators;
}

std::vector<Node> returns_of(Node function) {
    std::vector<Node> found;
    for (const Node node : subtree(function))
        if (node.is(Kind::return_statement) && function_of(node) == function) found.push_back(node);
    return found;
}

Node last_statement(Node block) {
    Node last;
    for (const Node each : block.children()) last = each;
    return last;
}

// One of each name, as there are variables: `def f(x, x)` is an error to Python, and none to the grammar.
std::vector<Parameter> parameters_of(Node function_or_lambda) {
    std::vector<Parameter> parameters;
    std::set<std::string_view> names;
    bool keyword_only = false;
    for (const Node node : function_or_lambda.child(Field::parameters).children()) {
        if (node.is(Kind::keyword_separator)) {
            keyword_only = true;
        } else if (node.is(Kind::positional_separator)) {
            for (Parameter& before : parameters) before.positional_only = true;
        } else if (Parameter parameter = parameter_of(node);
                   parameter.name.is(Kind::identifier) && names.insert(parameter.name.text()).second) {
            parameter.keyword_only = keyword_only && parameter.form == Parameter::Form::plain;
            keyword_only = keyword_only || parameter.form == Parameter::Form::args;
            parameters.push_back(parameter);
        }
    }
    return parameters;
}

std::vector<Node> Subscript::indices() const {
    std::vector<Node> found;
    for (const Node child : node.children())
        if (child.field() == Field::subscript) found.push_back(child);
    return found;
}

std::vector<Node> If::alternatives() const {
    std::vector<Node> found;
    for (const Node child : node.children())
        if (child.field() == Field::alternative) found.push_back(child);
    return found;
}

Node Call::only_argument() const {
    const Node argument = arguments().first_child();
    return argument && !argument.next_sibling() && !argument.is(Kind::keyword_argument) ? argument : Node{};
}

std::optional<std::string_view> plain_string(Node node) {
    if (!node.is(Kind::string) || node.first_child()) return std::nullopt;
    std::string_view text = node.text();
    if (text.starts_with('r') || text.starts_with('R') || text.starts_with('u') || text.starts_with('U'))
        text.remove_prefix(1);
    if (text.empty() || (text.front() != '"' && text.front() != '\'')) return std::nullopt;
    const std::string_view quote = text.substr(0, text.starts_with("\"\"\"") || text.starts_with("'''") ? 3 : 1);
    if (text.size() < 2 * quote.size() || !text.ends_with(quote)) return std::nullopt;
    text = text.substr(quote.size(), text.size() - 2 * quote.size());
    if (text.find('\\') != std::string_view::npos) return std::nullopt;
    return text;
}

std::vector<Node> elements_of(Node node) {
    switch (node.kind()) {
        case Kind::expression_list:
        case Kind::tuple:
        case Kind::list:
        case Kind::set:
        case Kind::pattern_list:
        case Kind::tuple_pattern:
        case Kind::list_pattern: {
            std::vector<Node> found;
            for (const Node child : node.children()) found.push_back(child);
            return found;
        }
        default: return {node};
    }
}

}  // namespace syntax
