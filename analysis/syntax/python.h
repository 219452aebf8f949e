// Typed views of nodes: `if (auto call = as<Call>(node)) ... call->function()`. A view is a Node that knows its
// children. A child that the text leaves out is a false Node.
#pragma once

#include "analysis/syntax/node.h"

#include <string_view>
#include <vector>

namespace syntax {

struct View {
    Node node;
};

struct Module : View {
    static constexpr bool matches(Kind kind) { return kind == Kind::module; }
};

struct Function : View {  // `def`, without its decorators
    static constexpr bool matches(Kind kind) { return kind == Kind::function_definition; }
    [[nodiscard]] Node name() const { return node.child(Field::name); }
    [[nodiscard]] Node parameters() const { return node.child(Field::parameters); }
    [[nodiscard]] Node returns() const { return node.child(Field::return_type); }
    [[nodiscard]] Node body() const { return node.child(Field::body); }
};

struct Lambda : View {
    static constexpr bool matches(Kind kind) { return kind == Kind::lambda; }
    [[nodiscard]] Node parameters() const { return node.child(Field::parameters); }
    [[nodiscard]] Node body() const { return node.child(Field::body); }
};

struct Class : View {
    static constexpr bool matches(Kind kind) { return kind == Kind::class_definition; }
    [[nodiscard]] Node name() const { return node.child(Field::name); }
    [[nodiscard]] Node bases() const { return node.child(Field::superclasses); }
    [[nodiscard]] Node body() const { return node.child(Field::body); }
};

// The decorators of a `def` or `class`, outermost first: the expressions behind the `@`.
[[nodiscard]] std::vector<Node> decorators_of(Node definition);

// One parameter of a function or lambda, whatever its spelling.
struct Parameter {
    enum class Form : std::uint8_t { plain, args, kwargs };
    Node node;
    Node name{};        // an identifier
    Node annotation{};  // a type
    Node value{};       // the default
    Form form = Form::plain;
    bool keyword_only = false;
    bool positional_only = false;
};
[[nodiscard]] std::vector<Parameter> parameters_of(Node function_or_lambda);
[[nodiscard]] std::vector<Node> returns_of(Node function);  // its own, not those of functions in it
[[nodiscard]] Node last_statement(Node block);

struct Call : View {
    static constexpr bool matches(Kind kind) { return kind == Kind::call; }
    [[nodiscard]] Node function() const { return node.child(Field::function); }
    [[nodiscard]] Node arguments() const { return node.child(Field::arguments); }  // an argument_list or a generator
    [[nodiscard]] Node only_argument() const;  // `x` of `f(x)`, not of `f(a=x)`; or none
};

struct Keyword : View {  // `name=value` in a call
    static constexpr bool matches(Kind kind) { return kind == Kind::keyword_argument; }
    [[nodiscard]] Node name() const { return node.child(Field::name); }
    [[nodiscard]] Node value() const { return node.child(Field::value); }
};

// What an argument hands in: `y` of `f(y)` and of `f(x=y)`.
[[nodiscard]] inline Node value_of_argument(Node argument) {
    return argument.is(Kind::keyword_argument) ? Keyword{argument}.value() : argument;
}

struct Attribute : View {
    static constexpr bool matches(Kind kind) { return kind == Kind::attribute; }
    [[nodiscard]] Node object() const { return node.child(Field::object); }
    [[nodiscard]] Node name() const { return node.child(Field::attribute); }
};

struct Subscript : View {
    static constexpr bool matches(Kind kind) { return kind == Kind::subscript; }
    [[nodiscard]] Node object() const { return node.child(Field::value); }
    [[nodiscard]] std::vector<Node> indices() const;
};

struct If : View {  // also an elif_clause; `alternatives` are only in the if_statement
    static constexpr bool matches(Kind kind) { return kind == Kind::if_statement; }
    [[nodiscard]] Node condition() const { return node.child(Field::condition); }
    [[nodiscard]] Node body() const { return node.child(Field::consequence); }
    [[nodiscard]] std::vector<Node> alternatives() const;  // elif_clauses, then perhaps an else_clause
};

struct Assignment : View {
    static constexpr bool matches(Kind kind) { return kind == Kind::assignment; }
    [[nodiscard]] Node target() const { return node.child(Field::left); }
    [[nodiscard]] Node annotation() const { return node.child(Field::type); }
    [[nodiscard]] Node value() const { return node.child(Field::right); }  // may be another assignment: a = b = c
};

struct AugmentedAssignment : View {
    static constexpr bool matches(Kind kind) { return kind == Kind::augmented_assignment; }
    [[nodiscard]] Node target() const { return node.child(Field::left); }
    [[nodiscard]] Op op() const { return node.op(); }
    [[nodiscard]] Node value() const { return node.child(Field::right); }
};

struct Binary : View {
    static constexpr bool matches(Kind kind) { return kind == Kind::binary_operator || kind == Kind::boolean_operator; }
    [[nodiscard]] Node left() const { return node.child(Field::left); }
    [[nodiscard]] Op op() const { return node.op(); }
    [[nodiscard]] Node right() const { return node.child(Field::right); }
};

struct Conditional : View {  // `then if condition else otherwise`; the grammar gives them no field names
    static constexpr bool matches(Kind kind) { return kind == Kind::conditional_expression; }
    [[nodiscard]] Node then() const { return node.first_child(); }
    [[nodiscard]] Node condition() const { return then().next_sibling(); }
    [[nodiscard]] Node otherwise() const { return condition().next_sibling(); }
};

struct For : View {  // the statement and, as for_in_clause, the part of a comprehension
    static constexpr bool matches(Kind kind) { return kind == Kind::for_statement || kind == Kind::for_in_clause; }
    [[nodiscard]] Node target() const { return node.child(Field::left); }
    [[nodiscard]] Node iterable() const { return node.child(Field::right); }
    [[nodiscard]] Node body() const { return node.child(Field::body); }
    [[nodiscard]] Node otherwise() const { return node.child(Field::alternative); }
};

struct While : View {
    static constexpr bool matches(Kind kind) { return kind == Kind::while_statement; }
    [[nodiscard]] Node condition() const { return node.child(Field::condition); }
    [[nodiscard]] Node body() const { return node.child(Field::body); }
    [[nodiscard]] Node otherwise() const { return node.child(Field::alternative); }
};

// The text of a string literal without escapes, interpolation, prefix `b` or concatenation; empty optional otherwise.
[[nodiscard]] std::optional<std::string_view> plain_string(Node node);
// The expressions of an expression_list, tuple, list, pattern_list..., or the node alone.
[[nodiscard]] std::vector<Node> elements_of(Node node);

}  // namespace syntax
