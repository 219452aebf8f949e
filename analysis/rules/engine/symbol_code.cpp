#include "analysis/rules/engine/symbol_code.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <array>
#include <variant>

namespace rules {

using syntax::Field;
using syntax::Node;
using values::Kind;
using values::Value;
using SyntaxKind = syntax::Kind;

namespace {

// Methods of Python's containers and texts that look at no value of what they are given.
constexpr std::array<std::string_view, 8> storing{"append", "extend", "insert",     "update",
                                                  "format", "copy",   "setdefault", "items"};

bool is_known(Value callee) {
    switch (callee.kind) {
        case Kind::function:
        case Kind::class_:
        case Kind::object:
        case Kind::wrapped:
        case Kind::sequence:
        case Kind::super_: return true;
        case Kind::api:
        case Kind::module:
        case Kind::foreign: return values::row_of(callee) != nullptr;
        case Kind::bound: return callee.bound().method.is(Kind::literal) || is_known(callee.bound().method);
        case Kind::choice: return std::ranges::all_of(callee.choice().options, is_known);
        default: return false;
    }
}

// `a in b`
bool looks_into(Node comparison) {
    for (const Node operand : comparison.children())
        if (operand.op() == syntax::Op::in || operand.op() == syntax::Op::not_in) return true;
    return false;
}

}  // namespace

bool holds_symbol(Value value) {
    return values::holds(
        value, [](Value each) { return each.is(Kind::tensor_number) || (each.unbacked && !each.is_tensor()); });
}

bool SymbolCode::allows(Node function) const {
    for (const Node node : syntax::descendants(function))
        if (!allows_node(node)) return false;
    return true;
}

bool SymbolCode::allows_node(Node node) const {
    switch (node.kind()) {
        case SyntaxKind::call: return allows_call(node);
        case SyntaxKind::identifier:
        case SyntaxKind::attribute: return !takes_stored(node);
        case SyntaxKind::for_in_clause: return !is_symbolic(node.child(Field::right));
        case SyntaxKind::list_splat: return !is_symbolic(node.first_child());
        case SyntaxKind::set: return !has_symbol(node);
        case SyntaxKind::subscript: return !picks_by_tensor(node);
        case SyntaxKind::pair: return !is_symbol(node.child(Field::key));
        case SyntaxKind::unary_operator: return !may_be_truth(node.child(Field::argument));
        case SyntaxKind::augmented_assignment: return !counts_truth(node) && !repeats(node);
        // "%d of them" % n
        case SyntaxKind::binary_operator:
            return !counts_truth(node) && !repeats(node) &&
                   (node.op() != syntax::Op::mod || !is_symbol(node.child(Field::right)) ||
                    !node.child(Field::left).is(SyntaxKind::string));
        // `n < self.best`, which may be a number: Dynamo has to know the outcome.
        case SyntaxKind::comparison_operator:
            return !may_be_stored(node) &&
                   (!has_symbol(node) || (!looks_into(node) && !program_.value(node).is(Kind::unknown)));
        default: return true;
    }
}

bool SymbolCode::allows_call(Node node) const {
    const Node function = node.child(Field::function);
    const Value callee = program_.value(function);
    if (callee.is(Kind::never)) return true;  // is not reached
    if (!is_known(callee) || orders(node)) return false;
    if (!callee.is(Kind::bound) || !callee.bound().method.is(Kind::literal)) return true;
    const bool stores = std::ranges::find(storing, function.child(Field::attribute).text()) != storing.end();
    return stores || !has_symbol(node.child(Field::arguments));
}

// `scored.sort()`, `max(log, key=log.get)`: Dynamo has to know in which order numbers come.
bool SymbolCode::orders(Node call) const {
    const Node function = call.child(Field::function), attribute = function.child(Field::attribute);
    for (const Node argument : call.child(Field::arguments).children())
        if (const auto keyword = syntax::as<syntax::Keyword>(argument); keyword && keyword->name().text() == "key")
            return true;
    if (attribute) return attribute.text() == "sort" && is_symbol(function.child(Field::object));
    return function.text() == "sorted" && has_symbol(call.child(Field::arguments));
}

namespace {

// `recent` of `recent` and of `self.recent`
std::string_view last_name(Node place) {
    return place.is(SyntaxKind::attribute) ? place.child(Field::attribute).text() : place.text();
}

}  // namespace

void SymbolCode::note_stores(Node function) {
    for (const Node node : syntax::descendants(function)) {
        const Node method = node.is(SyntaxKind::call) ? node.child(Field::function) : Node{};
        const bool stores = std::ranges::find(storing, method.child(Field::attribute).text()) != storing.end();
        if (stores && has_symbol(node.child(Field::arguments))) filled_.insert(last_name(method.child(Field::object)));
        if (!node.is(SyntaxKind::assignment) && !node.is(SyntaxKind::augmented_assignment)) continue;
        const Node target = node.child(Field::left), value = node.child(Field::right);
        if (target.is(SyntaxKind::attribute) && is_symbol(value)) stored_.insert(target.child(Field::attribute).text());
    }
}

// `min(recent)` behind `recent.append(n)` of a list that is not followed: Dynamo has to know which is the least.
bool SymbolCode::takes_stored(Node container) const {
    if (!filled_.contains(last_name(container)) || is_symbol(container)) return false;
    const Node parent = container.parent();
    switch (parent.kind()) {
        case SyntaxKind::argument_list: return parent.parent().child(Field::function).text() != "len";
        case SyntaxKind::subscript:
            return container.field() == Field::value && !syntax::is_target(parent) &&
                   !parent.parent().is(SyntaxKind::delete_statement);
        case SyntaxKind::for_statement:
        case SyntaxKind::for_in_clause: return container.field() == Field::right;
        case SyntaxKind::comparison_operator:
        case SyntaxKind::binary_operator:
        case SyntaxKind::list_splat: return true;
        default: return false;
    }
}

bool SymbolCode::may_be_stored(Node comparison) const {
    for (const Node operand : comparison.children())
        if (operand.is(SyntaxKind::attribute) && stored_.contains(operand.child(Field::attribute).text())) return true;
    return false;
}

// `1 - done.item()`, where `done` holds truths: Dynamo has to know which number is meant.
bool SymbolCode::counts_truth(Node node) const {
    const Node left = node.child(Field::left), right = node.child(Field::right);
    return (may_be_truth(left) && !program_.value(right).is_tensor()) ||
           (may_be_truth(right) && !program_.value(left).is_tensor());
}

// `["<pad>"] * n`: Dynamo has to know how long it is.
bool SymbolCode::repeats(Node node) const {
    const Node left = node.child(Field::left), right = node.child(Field::right);
    const auto is_repeated = [&](Node each) {
        const Value value = program_.value(each);
        return value.is(Kind::sequence) ||
               (value.is(Kind::literal) && std::holds_alternative<std::string_view>(value.literal().value));
    };
    return syntax::operator_of(node) == syntax::Op::mul &&
           ((is_symbol(left) && is_repeated(right)) || (is_symbol(right) && is_repeated(left)));
}

bool SymbolCode::may_be_truth(Node node) const {
    const Value value = program_.value(node);
    const bool is_open = reads_open_ && value.dtype == torch::Dtype::unknown;
    return value.is(Kind::tensor_number) && (value.dtype == torch::Dtype::boolean || is_open);
}

bool SymbolCode::is_symbol(Node node) const { return holds_symbol(program_.value(node)); }

bool SymbolCode::has_symbol(Node parent) const {
    for (const Node child : parent.children())
        if (is_symbol(child)) return true;
    return false;
}

// `rows[:n]` of a list: Dynamo has to know which of them are meant. `n` may be a tensor, which is asked for its
// number.
bool SymbolCode::picks_by_tensor(Node code) const {
    const syntax::Subscript subscript{code};
    const Value object = program_.value(subscript.object());
    if (object.is_tensor() || object.is(Kind::unknown)) return false;
    const auto decides = [&](Node node) { return program_.value(node).is_tensor() || is_symbol(node); };
    for (const Node index : subscript.indices()) {
        if (decides(index)) return true;
        for (const Node bound : index.children())
            if (index.is(SyntaxKind::slice) && decides(bound)) return true;
    }
    return false;
}

bool SymbolCode::is_symbolic(Node node) const {
    const Value value = program_.value(node);
    return value.is_tensor() && value.unbacked;
}

}  // namespace rules
