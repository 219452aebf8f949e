// Quotients and roots of a number, which raise an error in Python where they are infinite, or NaN, in a tensor.
#include "analysis/effects/sign.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/comparison.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/scalar_uses/scalar_uses.h"

#include <cmath>

namespace transforms::scalar_uses {

using function::number_of;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// Where the condition is true (or false), the number of that text is not zero: `n > 0`, `n != 0`, `n`.
bool rules_out_zero(const function::Facts& facts, Node condition, std::string_view text, bool is_true) {
    const Node node = syntax::unparenthesized(condition);
    if (node.text() == text) return is_true;
    if (node.is(Kind::not_operator)) return rules_out_zero(facts, node.child(Field::argument), text, !is_true);
    if (node.is(Kind::boolean_operator))
        return (operator_of(node) == Op::logical_and) == is_true &&
               (rules_out_zero(facts, node.child(Field::left), text, is_true) ||
                rules_out_zero(facts, node.child(Field::right), text, is_true));
    if (!node.is(Kind::comparison_operator)) return false;
    const Node left = node.first_child(), right = left.next_sibling();
    if (right.next_sibling() || (left.text() == text) == (right.text() == text)) return false;
    const bool is_left = left.text() == text;
    const auto limit = number_of(facts.value(is_left ? right : left));
    if (!limit) return false;
    switch (is_left ? right.op() : syntax::mirrored(right.op())) {
        case Op::greater: return is_true ? *limit >= 0 : *limit < 0;
        case Op::greater_equal: return is_true ? *limit > 0 : *limit <= 0;
        case Op::less: return is_true ? *limit <= 0 : *limit > 0;
        case Op::less_equal: return is_true ? *limit < 0 : *limit >= 0;
        case Op::not_equal: return is_true && *limit == 0;
        case Op::equal: return is_true ? *limit != 0 : *limit == 0;
        default: return false;
    }
}

}  // namespace

// `hits / n if n > 0 else 0.0`: where Python divides, the divisor is not zero.
bool NumberUses::is_asked_for_zero(Node divisor) const {
    const Node own = syntax::statement_of(divisor);
    const auto stays = [&](Node condition) {
        return std::ranges::all_of(subtree(divisor), [&](Node part) {
            const names::Binding* variable = facts_.variable(part);
            if (!variable) return true;
            const auto there = facts_.definition(*variable, syntax::statement_of(condition));
            const auto here = facts_.definition(*variable, own);
            return there && here && there->value == here->value;
        });
    };
    const std::string_view text = syntax::unparenthesized(divisor).text();
    for (Node node = divisor; node && node != facts_.function(); node = node.parent()) {
        const Node parent = node.parent();
        const bool is_expression = parent.is(Kind::conditional_expression);
        if (!is_expression && !parent.is(Kind::if_statement) && !parent.is(Kind::elif_clause)) continue;
        const Node condition = is_expression ? syntax::Conditional{parent}.condition() : parent.child(Field::condition);
        if (node == condition) continue;
        const bool is_first = is_expression ? parent.first_child() == node : parent.child(Field::consequence) == node;
        if (rules_out_zero(facts_, condition, text, is_first) && stays(condition)) return true;
    }
    return false;
}

// `127.0 / (s + 1e-6)`, `1 / max(s, 1e-6)`; the reciprocal of one is exact.
void NumberUses::divides(Node division, Node numerator) {
    const bool is_one = number_of(facts_.value(numerator)) == 1.0;
    const Node divisor = division.child(Field::right);
    if (assumes()) return is_positive(divisor) || is_assumed_not_zero(divisor) ? check(division) : differs(division);
    if (numbers_ != Numbers::floating || !is_positive(divisor) || !(is_one || held_)) return differs(division);
    if (!is_one) respell({.node = numerator, .variable = held_});
    check(division);
}

// Or NaN, by which Python divides as well.
bool NumberUses::is_positive(Node number) {
    const Node node = syntax::unparenthesized(number);
    if (const auto given = number_of(facts_.value(node))) return *given > 0;
    const Node statement = syntax::statement_of(node);
    if (node.is(Kind::binary_operator) && operator_of(node) == Op::add) {
        const Node left = node.child(Field::left), right = node.child(Field::right);
        return (effects::is_no_negative_number(facts_, left, statement) && is_positive(right)) ||
               (effects::is_no_negative_number(facts_, right, statement) && is_positive(left));
    }
    const torch::Row* row = node.is(Kind::call) ? facts_.row_of(node) : nullptr;
    if (row && row->name == "builtins.max") {
        for (const Node each : syntax::Call{node}.arguments().children())
            if (number_of(facts_.value(each)).value_or(0) > 0) return true;
        return false;
    }
    const names::Binding* variable = facts_.variable(node);
    const auto made = variable ? facts_.definition(*variable, statement) : std::nullopt;
    if (made && made->statement && is_positive(made->value)) return true;
    if (facts_.value(node).is(values::Kind::tensor_number) || !(facts_.variable(node) || node.is(Kind::attribute)))
        return false;
    proof_.test(proof::is_positive(node.text()));
    return true;
}

bool NumberUses::is_assumed_not_zero(Node divisor) {
    if (!assumes()) return false;
    if (is_asked_for_zero(divisor)) return true;
    // A power is zero where what it is made of is.
    Node made = syntax::unparenthesized(divisor);
    while (made.is(Kind::binary_operator) && operator_of(made) == Op::pow)
        made = syntax::unparenthesized(made.child(Field::left));
    const std::string text = edit::quoted(made);
    proof_.assume(text + " is not zero", text + " may be zero, which raises an error");
    return true;
}

// Tested where the number is read, if it may be asked for there already.
bool NumberUses::is_not_zero(Node divisor) {
    if (const auto number = number_of(facts_.value(divisor))) return *number != 0;
    if (numbers_ == Numbers::floating && !facts_.variable(divisor) && is_positive(divisor)) return true;
    const Node there = syntax::statement_of(divisor);
    const bool is_near = there == statement_ || there == statement_.next_sibling();
    const bool is_size = facts_.value(divisor).is(values::Kind::shape_number);
    // `x.numel()` raises no error, as `x.shape[0]` may.
    const bool total = is_size && divisor.is(Kind::call) && divisor.child(Field::function).is(Kind::attribute) &&
                       !syntax::Call{divisor}.arguments().first_child();
    const bool asks = facts_.variable(divisor) || total || (is_near && is_size);
    if (!asks || facts_.value(divisor).is(values::Kind::tensor_number)) return false;
    proof_.test(proof::is_not_zero(divisor.text()));
    return true;
}

// `math.sqrt(var)`, which raises an error if that is negative.
void NumberUses::check_root(Node call) {
    const Node argument = syntax::Call{call}.arguments().first_child();
    const bool is_fine = effects::is_no_negative_number(facts_, argument, syntax::statement_of(call));
    const bool is_known = is_fine && held_ && numbers_ == Numbers::floating;
    if (!is_known && !may_round_) return differs(call);
    if (!is_fine)
        proof_.assume(edit::quoted(argument) + " is not negative", edit::quoted(argument) + " may be negative");
    widen();
    is_summed(call);
    respell({.node = call, .variable = held_, .function = "sqrt"});
    check(call);
}

namespace {

// `(n - 15) ** 0.3` under `if n > 21:`
bool is_asked_for_size(Node base) {
    for (Node node = base; node && !node.is(Kind::function_definition); node = node.parent()) {
        const auto around = syntax::as<syntax::If>(node.parent());
        const Node condition = around && around->body() == node ? syntax::unparenthesized(around->condition()) : Node{};
        if (!condition.is(Kind::comparison_operator)) continue;
        const Node left = condition.first_child(), right = left.next_sibling();
        const bool is_above = right.op() == Op::greater || right.op() == Op::greater_equal;
        if (is_above && !right.next_sibling() && left.is(Kind::identifier) && syntax::mentions(base, left.text()))
            return true;
    }
    return false;
}

// `0.5`, `1.0 / 3`
std::optional<double> constant_of(const function::Facts& facts, Node number) {
    const Node node = syntax::unparenthesized(number);
    if (const auto known = number_of(facts.value(node))) return known;
    if (!node.is(Kind::binary_operator) || operator_of(node) != Op::div) return std::nullopt;
    const auto left = number_of(facts.value(node.child(Field::left)));
    const auto right = number_of(facts.value(node.child(Field::right)));
    return left && right && *right != 0 ? std::optional(*left / *right) : std::nullopt;
}

}  // namespace

// `var ** 0.5`, which is a complex number in Python if that is negative, and `x ** -1`, which raises an error for 0.
void NumberUses::check_power(Node power) {
    const Node base = power.child(Field::left);
    const auto exponent = constant_of(facts_, power.child(Field::right));
    const bool is_whole = exponent && *exponent == std::floor(*exponent);
    if (is_whole && *exponent < 0 && scalar_uses::is_whole(numbers_)) return differs(power);  // an error of tensors
    const bool is_fine = is_whole || effects::is_no_negative_number(facts_, base, syntax::statement_of(power));
    if (!is_fine && !(assumes() && is_asked_for_size(base))) return differs(power);
    if (!is_fine) proof_.assume(edit::quoted(base) + " is not negative", edit::quoted(base) + " may be negative");
    if ((!exponent || *exponent < 0) && !is_positive(base) && !is_assumed_not_zero(base)) return differs(power);
    check(power);
}

// `x ** n`, `10.0 ** (level / 20.0)`, `1.0 - beta ** step`
void NumberUses::check_exponent(Node power) {
    const Node base = power.child(Field::left);
    const values::Value value = facts_.value(base);
    if (value.is_tensor()) return meets(power, base);
    const auto number = number_of(value);
    const bool is_of_floats = is_whole(numbers_) && values::category(value) == torch::Dtype::floating;
    const bool is_fine = number ? *number > 0 && (!is_whole(numbers_) || is_of_floats) : is_of_floats && assumes();
    if (!is_fine || value.is(values::Kind::tensor_number)) return observed(power.child(Field::right));
    if (!number) proof_.assume(edit::quoted(base) + " is not zero", edit::quoted(base) + " may be zero");
    widen();
    check(power);
}

// `(ptr + n) % size`, `n // 2` of whole numbers: a tensor rounds down as Python does.
bool NumberUses::wraps_around(Node operation, Node node) const {
    const Op op = operator_of(operation);
    const Node divisor = operation.child(Field::right);
    return (op == Op::mod || op == Op::floor_div) && assumes() && is_whole(numbers_) && divisor != node &&
           function::is_number(facts_.value(divisor)) && !facts_.value(divisor).is(values::Kind::tensor_number);
}

}  // namespace transforms::scalar_uses
