#include "analysis/effects/sign.h"

#include "analysis/effects/escape.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <array>

namespace effects {

using function::Facts;
using function::number_of;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// Gives the same when it is evaluated again.
bool repeats(const Facts& facts, Node expression) {
    for (const Node node : subtree(expression)) {
        if (!node.is(Kind::call)) continue;
        const torch::Row* row = function::row_or_guess(facts, node);
        if (!row || !(row->traits.pure || row->traits.view)) return false;
    }
    return true;
}

// `x.norm()`, `torch.linalg.vector_norm(x)`, `x.std()`, `x.square()`: whatever they are given.
bool never_negative(const torch::Row& row) {
    constexpr std::array<std::string_view, 6> names{"norm", "vector_norm", "matrix_norm", "std", "var", "square"};
    const std::string_view name = row.last_word();
    return row.name.starts_with("torch.") && std::ranges::find(names, name) != names.end();
}

// Nothing may have changed what the variable holds.
bool is_unwritten(const Facts& facts, Node from, Node to) {
    for (const Node node : between(from, to))
        if (may_write(facts, node)) return false;
    return !outermost_loop(from);
}

// What `t.item()` or `float(t)` reads.
Node read_of(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    const Node argument = syntax::Call{call}.arguments().first_child(), function = call.child(Field::function);
    if (row && row->role == torch::Role::reads_number && !argument && function.is(Kind::attribute))
        return function.child(Field::object);
    return row && row->role == torch::Role::number_type && argument && !argument.next_sibling() ? argument : Node{};
}

bool is_complex(const Facts& facts, Node node) { return facts.value(node).dtype == torch::Dtype::complex; }

bool is_two(const Facts& facts, Node exponent) { return exponent && number_of(facts.value(exponent)) == 2.0; }

// `x * x`, `x ** 2`, `a.abs() + b.abs()`
bool computes_no_negative(const Facts& facts, Node node, Node statement) {
    const Node left = node.child(Field::left), right = node.child(Field::right);
    const Op op = operator_of(node);
    if (is_complex(facts, node)) return false;
    if (op == Op::pow) return is_two(facts, right);
    if (op == Op::mul && left.text() == right.text()) return repeats(facts, left);
    return (op == Op::mul || op == Op::add || op == Op::div) && is_not_negative(facts, left, statement) &&
           is_not_negative(facts, right, statement);
}

// `x.norm()`, `x.pow(2)`, `x.abs()`, `(x * x).sum()`
bool returns_no_negative(const Facts& facts, Node call, Node statement) {
    const torch::Row* row = facts.row_of(call);
    if (!row) return false;
    if (never_negative(*row)) return !is_complex(facts, call);
    const auto method = syntax::as<syntax::Attribute>(syntax::Call{call}.function());
    if (!method) return false;
    if (row->role == torch::Role::power)
        return is_two(facts, syntax::Call{call}.arguments().first_child()) && !is_complex(facts, call);
    if (row->dtype == torch::Dtype::real && row->traits.pointwise) return true;
    const bool casts = row->shape == torch::Shape::same_size && row->dtype == torch::Dtype::floating;
    const bool gathers = row->shape == torch::Shape::reduce &&
                         (row->dtype == torch::Dtype::summed || row->dtype == torch::Dtype::same_dtype);
    return (casts || gathers) && is_not_negative(facts, method->object(), statement);
}

bool holds_no_negative(const Facts& facts, Node name, Node statement) {
    const names::Binding* variable = facts.variable(name);
    const auto made = variable ? facts.definition(*variable, statement) : std::nullopt;
    return made && made->statement && is_unwritten(facts, made->statement, statement) &&
           is_not_negative(facts, made->value, made->statement);
}

}  // namespace

bool is_no_negative_number(const Facts& facts, Node expression, Node statement) {
    const Node node = syntax::unparenthesized(expression);
    if (const auto number = number_of(facts.value(node))) return *number >= 0;
    const auto also = [&](Node part) { return is_no_negative_number(facts, part, statement); };
    if (node.is(Kind::binary_operator)) {
        const Op op = operator_of(node);
        return (op == Op::add || op == Op::mul || op == Op::div) && also(node.child(Field::left)) &&
               also(node.child(Field::right));
    }
    if (node.is(Kind::call)) {
        const Node tensor = read_of(facts, node);
        return tensor && is_not_negative(facts, tensor, statement);
    }
    const names::Binding* variable = facts.variable(node);
    const auto made = variable ? facts.definition(*variable, statement) : std::nullopt;
    return made && made->statement && is_no_negative_number(facts, made->value, made->statement);
}

bool is_not_negative(const Facts& facts, Node expression, Node statement) {
    const Node node = syntax::unparenthesized(expression);
    if (const auto number = number_of(facts.value(node))) return *number >= 0;
    switch (node.kind()) {
        case Kind::binary_operator: return computes_no_negative(facts, node, statement);
        case Kind::call: return returns_no_negative(facts, node, statement);
        case Kind::identifier: return holds_no_negative(facts, node, statement);
        default: return false;
    }
}

bool is_kept_from_zero(const Facts& facts, Node divisor) {
    constexpr std::array<std::string_view, 4> limits{"clamp", "clip", "clamp_min", "max"};
    const Node node = syntax::unparenthesized(divisor);
    const auto is_above = [&](Node given) {
        const values::Value value = facts.value(given);
        const auto number = number_of(value);
        return number ? *number > 0 : function::is_number(value);
    };
    if (node.is(Kind::binary_operator))
        return operator_of(node) == Op::add &&
               (is_above(node.child(Field::left)) || is_above(node.child(Field::right)));
    const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
    if (!row || std::ranges::find(limits, row->last_word()) == limits.end()) return false;
    for (const Node argument : syntax::Call{node}.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        if (keyword ? keyword->name().text() == "min" && is_above(keyword->value()) : is_above(argument)) return true;
    }
    return false;
}

}  // namespace effects
