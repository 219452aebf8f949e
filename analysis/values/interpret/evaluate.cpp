#include "analysis/syntax/places.h"
#include "analysis/values/interpret/frame.h"

#include <charconv>
#include <cstdint>

// Expressions -> Values. Every value is recorded for its node, so that the rewrites can ask for it later.

namespace values {
namespace {

using syntax::Field;
using syntax::Node;
using syntax::Op;
using SyntaxKind = syntax::Kind;

std::optional<std::int64_t> integer_of(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<double> float_of(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// What Python calls on the left operand, as far as the knowledge has rows for it.
std::string_view method_for(Op op) {
    switch (op) {
        case Op::add: return "__add__";
        case Op::sub: return "__sub__";
        case Op::mul: return "__mul__";
        case Op::mod: return "__mod__";
        default: return {};
    }
}

Sequence::Form form_of(SyntaxKind kind) {
    switch (kind) {
        case SyntaxKind::list:
        case SyntaxKind::list_comprehension: return Sequence::Form::list;
        case SyntaxKind::set:
        case SyntaxKind::set_comprehension: return Sequence::Form::set;
        case SyntaxKind::generator_expression: return Sequence::Form::iterator;
        default: return Sequence::Form::tuple;
    }
}

}  // namespace

Value Frame::evaluate(State& state, Node expression) {
    if (!expression) return unknown();
    interpreter_.spend();
    const Value value = evaluate_plain(state, expression);
    if (final_) interpreter_.record(expression, value, activation_.compiled);
    return value;
}

Value Frame::evaluate_plain(State& state, Node node) {
    switch (node.kind()) {
        case SyntaxKind::identifier: return read(state, node);
        case SyntaxKind::attribute: return attribute(state, node, false);
        case SyntaxKind::subscript: return subscript(state, node, false);
        case SyntaxKind::call: return call(state, node);
        case SyntaxKind::parenthesized_expression:
        case SyntaxKind::await:
        case SyntaxKind::type: return evaluate(state, node.first_child());
        case SyntaxKind::binary_operator: {
            const Value left = evaluate(state, node.child(Field::left));
            const Value right = evaluate(state, node.child(Field::right));
            if (const std::string_view method = method_for(node.op()); !method.empty()) {
                operate(node, left, method, {.positional = {right}, .keywords = {}});
                if (node.op() == Op::mul) operate(node, right, method, {.positional = {left}, .keywords = {}});
            }
            if (const auto made = by_operator(node, syntax::operator_of(node), left, right, false)) return *made;
            return operation(node, node.op(), left, right);
        }
        case SyntaxKind::unary_operator: {
            const Value operand = evaluate(state, node.first_child());
            if (const auto made = by_sign(node, syntax::operator_of(node), operand)) return *made;
            if (is_drawn(operand)) return operation(node, node.op(), operand, operand);
            return operand.is_tensor() ? arithmetic(node.op(), operand, operand) : negated(node.op(), operand);
        }
        case SyntaxKind::boolean_operator: return boolean(state, node);
        case SyntaxKind::not_operator: {
            const auto known = condition(state, node.first_child(), Branch::Form::negation);
            return known ? store_.literal(!*known) : constant();
        }
        case SyntaxKind::comparison_operator: return compare(state, node);
        case SyntaxKind::conditional_expression: return conditional(state, node);
        case SyntaxKind::named_expression: {
            const Value value = evaluate(state, node.child(Field::value));
            assign(state, node.child(Field::name), value);
            return value;
        }
        case SyntaxKind::assignment: return assignment(state, node);
        case SyntaxKind::augmented_assignment: augmented(state, node); return none();
        case SyntaxKind::lambda: return lambda(state, node);
        case SyntaxKind::yield:
            yielded_ = store_.join(yielded_, node.first_child() ? evaluate(state, node.first_child()) : none());
            return unknown();
        case SyntaxKind::tuple:
        case SyntaxKind::list:
        case SyntaxKind::set:
        case SyntaxKind::expression_list:
        case SyntaxKind::pattern_list: return display(state, node);
        case SyntaxKind::dictionary: return dictionary(state, node);
        case SyntaxKind::list_comprehension:
        case SyntaxKind::set_comprehension:
        case SyntaxKind::dictionary_comprehension:
        case SyntaxKind::generator_expression: return comprehension(state, node);
        default: return atom(state, node);
    }
}

Value Frame::atom(State& state, Node node) {
    switch (node.kind()) {
        case SyntaxKind::integer: {
            const auto value = integer_of(node.text());
            return value ? store_.literal(*value) : constant();
        }
        case SyntaxKind::float_: {
            const auto value = float_of(node.text());
            return value ? store_.literal(*value) : constant();
        }
        case SyntaxKind::true_: return store_.literal(true);
        case SyntaxKind::false_: return store_.literal(false);
        case SyntaxKind::none: return none();
        case SyntaxKind::ellipsis: return constant();
        case SyntaxKind::string:
        case SyntaxKind::concatenated_string: return string(state, node);
        default: return unknown();
    }
}

// `a = b = value`: the value is evaluated first, then assigned to the targets from left to right.
Value Frame::assignment(State& state, Node node) {
    const syntax::Assignment view{node};
    if (!view.value()) return none();
    Value value = evaluate(state, view.value());
    if (view.annotation() && (value.is(Kind::unknown) || value.is(Kind::none))) {
        const Value annotated = of_annotation(state, view.annotation());
        if (!annotated.is(Kind::unknown) && value.is(Kind::unknown)) value = annotated;
    }
    assign(state, view.target(), value);
    return value;
}

Value Frame::string(State& state, Node node) {
    if (const auto text = syntax::plain_string(node)) return store_.literal(*text);
    for (std::uint32_t i = node.index() + 1; i < node.end_index();) {
        const Node inner = node.tree()->node(i);
        if (inner.field() != Field::expression) {
            ++i;
            continue;
        }
        const Value value = evaluate(state, inner);
        const bool has_format =
            inner.parent().child(SyntaxKind::format_specifier) || inner.parent().child(SyntaxKind::type_conversion);
        operate(inner.parent(), value, has_format ? "__format__" : "__str__", {});
        for (const std::string_view method : {"__format__", "__str__", "__repr__"})
            if (special(inner.parent(), value, method, {})) break;
        i = inner.end_index();
    }
    return constant();
}

Value Frame::display(State& state, Node node) {
    std::vector<Value> items;
    bool exact = true;
    for (const Node child : node.children()) {
        if (!child.is(SyntaxKind::list_splat)) {
            items.push_back(evaluate(state, child));
            if (node.is(SyntaxKind::set)) add_to_set(child, items.back());
            continue;
        }
        const Value splat = evaluate(state, child.first_child());
        if (splat.is(Kind::sequence) && splat.sequence().exact) {
            const auto& inner = splat.sequence().items;
            items.insert(items.end(), inner.begin(), inner.end());
        } else {
            items.push_back(iterate(splat));
            exact = false;
        }
    }
    const Value made = store_.sequence(form_of(node.kind()), std::move(items));
    return exact || !made.sequence().exact ? made
                                           : store_.sequence_of(made.sequence().form, store_.element(made.sequence()));
}

// `{a, b}`, `{f(a) for a in x}`
void Frame::add_to_set(Node node, Value element) {
    operate(node, store_.sequence(Sequence::Form::set, {}), "add", {.positional = {element}, .keywords = {}});
}

Value Frame::dictionary(State& state, Node node) {
    Mapping made;
    for (const Node child : node.children()) {
        if (child.is(SyntaxKind::pair)) {
            const Node key = child.child(Field::key);
            operate(child, store_.mapping({}), "__setitem__", {.positional = {evaluate(state, key)}, .keywords = {}});
            const Value value = evaluate(state, child.child(Field::value));
            if (const auto text = syntax::plain_string(key); !text || !made.put(*text, value))
                made.rest = store_.join(made.rest, value);
        } else {
            const Value splat = evaluate(state, child.first_child());
            if (!splat.is(Kind::mapping)) {
                made.rest = unknown();
                continue;
            }
            for (const auto& [text, value] : splat.mapping().items)
                if (!made.put(text, value)) made.rest = store_.join(made.rest, value);
            made.rest = store_.join(made.rest, splat.mapping().rest);
        }
    }
    // A table, of which nothing is known.
    if (made.items.size() == Mapping::max_items) made = {.items = {}, .rest = unknown()};
    return store_.mapping(std::move(made));
}

// `a and b`, `a or b` where the value is wanted. The right side runs only where the left did not decide.
Value Frame::boolean(State& state, Node node) {
    const Node left_node = node.child(Field::left);
    const bool conjunction = node.op() == Op::logical_and;
    const Value left = evaluate(state, left_node);
    ask_truth(left_node, left, Branch::Form::boolean);
    const auto known = truth(left);
    if (known && *known != conjunction) return left;
    State on_right = state;
    narrow(on_right, left_node, conjunction);
    const Value right = evaluate(on_right, node.child(Field::right));
    if (known) {
        state = std::move(on_right);
        return right;
    }
    values::join(store_, state, on_right);
    // `x or True`: whatever x is, it is true.
    if (right.is(Kind::literal) && category(right) == torch::Dtype::boolean && truth(right) != conjunction &&
        is_static(left))
        return right;
    Value remaining = left;
    if (!conjunction) remaining.maybe_none = false;  // None is false, and gives way to the right side
    if (!conjunction && left.is(Kind::none)) return right;
    // `self.training and t`: a tensor, or something that is known while tracing, as None is.
    if (right.is_tensor() && is_static(left)) {
        Value either = right;
        either.maybe_none = true;
        return either;
    }
    return store_.join(remaining, right);
}

Value Frame::conditional(State& state, Node node) {
    const syntax::Conditional view{node};
    const auto known = condition(state, view.condition(), Branch::Form::conditional);
    State otherwise = state;
    narrow(state, view.condition(), true);
    narrow(otherwise, view.condition(), false);
    if (known) {
        if (!*known) state = std::move(otherwise);
        return evaluate(state, *known ? view.then() : view.otherwise());
    }
    const Value then = evaluate(state, view.then());
    const Value other = evaluate(otherwise, view.otherwise());
    values::join(store_, state, otherwise);
    return store_.join(then, other);
}

// Evaluates an expression for its truth alone: its operands are asked one by one, as Python jumps on them. What holds
// where it says yes or no is left to narrow().
std::optional<bool> Frame::condition(State& state, Node node, Branch::Form form) {
    const Node inner = syntax::unparenthesized(node);
    if (inner.is(SyntaxKind::not_operator)) {
        const auto known = condition(state, inner.first_child(), form);
        return known ? std::optional(!*known) : known;
    }
    if (!inner.is(SyntaxKind::boolean_operator)) {
        const Value value = evaluate(state, inner);
        ask_truth(inner, value, form);
        return truth(value);
    }
    const bool conjunction = inner.op() == Op::logical_and;
    const auto left = condition(state, inner.child(Field::left), form);
    if (left && *left != conjunction) return left;
    State on_right = state;
    narrow(on_right, inner.child(Field::left), conjunction);
    const auto right = condition(on_right, inner.child(Field::right), form);
    values::join(store_, state, on_right);
    if (left || (right && *right != conjunction)) return right;
    return std::nullopt;
}

Value Frame::lambda(State& state, Node node) {
    const Value made = store_.function({.node = node, .environment = environment_here(state)});
    if (final_ && !activation_.compiled) interpreter_.interpret_eagerly(made.function());
    return made;
}

Arguments Frame::evaluate_arguments(State& state, Node list) {
    Arguments made;
    if (list.is(SyntaxKind::generator_expression)) {
        made.positional.push_back(evaluate(state, list));
        return made;
    }
    for (const Node child : list.children()) {
        if (const auto keyword = syntax::as<syntax::Keyword>(child)) {
            made.keywords.emplace_back(keyword->name().text(), evaluate(state, keyword->value()));
        } else if (child.is(SyntaxKind::list_splat) || child.is(SyntaxKind::dictionary_splat)) {
            const Value splat = evaluate(state, child.first_child());
            if (child.is(SyntaxKind::list_splat) && splat.is(Kind::sequence) && splat.sequence().exact && !made.open)
                for (const Value item : splat.sequence().items) made.positional.push_back(item);
            else if (child.is(SyntaxKind::dictionary_splat) && splat.is(Kind::mapping) &&
                     splat.mapping().rest.is(Kind::never))
                for (const auto& item : splat.mapping().items) made.keywords.push_back(item);
            else if (child.is(SyntaxKind::list_splat))
                made.open = true, made.placed = std::min(made.placed, made.positional.size());
            else
                made.open = true;
        } else {
            made.positional.push_back(evaluate(state, child));
        }
    }
    return made;
}

}  // namespace values
