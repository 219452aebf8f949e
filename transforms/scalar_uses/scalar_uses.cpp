#include "transforms/scalar_uses/scalar_uses.h"

#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/scalar_reads.h"
#include "transforms/edit/quote.h"
#include "transforms/scalar_uses/takers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace transforms::scalar_uses {

using function::number_of;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

bool is_made_of(std::string_view dtype, std::string_view of) {
    while (dtype != of) {
        const bool with_number = dtype.starts_with("n(");
        const bool is_of_one = dtype.starts_with("f(") || dtype.starts_with("s(") || dtype.starts_with("i(");
        if (!with_number && !is_of_one) return false;
        dtype = dtype.substr(2, (with_number ? dtype.rfind(',') : dtype.size() - 1) - 2);
    }
    return true;
}

bool is_single_precision(std::string_view dtype) { return dtype == "default" || dtype == "dtype float32"; }

bool is_exact(double number) {
    int exponent = 0;
    const double mantissa = std::frexp(number, &exponent) * 256;
    return mantissa == std::floor(mantissa) && std::abs(number) <= 65504 && (number == 0 || std::abs(number) >= 1e-4);
}

proof::Guards takes_as_number(Node partner, std::string_view torch, bool whole) {
    const std::string wide = std::string(torch) + ".float", name(partner.text());
    proof::Guards tests;
    if (!whole) tests.push_back(proof::rank_above(name, 0));
    const std::string also = whole ? ", " + std::string(torch) + ".int64" : "";
    const std::string dtypes = "(" + wide + "32, " + wide + "64" + also + ")";
    tests.push_back(proof::compared(proof::Guard::Property::dtype, name, proof::Guard::Relation::among, dtypes));
    return tests;
}

bool names_any(const syntax::Tree& tree, std::span<const std::string_view> names) {
    return std::ranges::any_of(subtree(tree.root()), [&](Node node) {
        return node.is(Kind::identifier) && std::ranges::find(names, node.text()) != names.end();
    });
}

bool decides_branch(Node expression) {
    Node tester = tester_of(expression);
    while (tester.is(Kind::not_operator)) tester = tester_of(tester);
    return tester.is(Kind::if_statement) || tester.is(Kind::elif_clause) || tester.is(Kind::conditional_expression);
}

void NumberUses::differs(Node operation) {
    proof_.refuse(edit::quoted(syntax::statement_of(operation)) + " may tell a number from a tensor");
}

// Who is only handed the number may be assumed to take a tensor.
void NumberUses::observed(Node node) {
    if (follows(node)) return;
    const std::string reason = edit::quoted(syntax::statement_of(node)) + " may tell a number from a tensor";
    const auto takers = limited_ ? std::nullopt : takers_of(facts_, node);
    if (!takers && beside_tensor_) {
        handed_on_ = true;
        return proof_.assume("who gets " + edit::quoted(node) + std::string(takes_the_other), reason);
    }
    if (!takers) return proof_.refuse(reason);
    if (takers->computes && !may_round_) return proof_.refuse(reason);
    // Python sums in double precision; whole numbers are exact in both.
    if (takers->computes || (!takers->sums.empty() && !is_whole(numbers_))) widen();
    handed_on_ = true;
    alone_ = alone_ || takers->alone;
    sums_.insert(sums_.end(), takers->sums.begin(), takers->sums.end());
    for (const std::string& taker : takers->names) proof_.assume(taker + std::string(take_a_tensor), reason);
}

// `assert n == rows, "..."`: of a tensor it is a part of the graph, unless its text shows something.
bool NumberUses::is_asserted(Node condition) {
    const Node assertion = condition.parent(), message = condition.next_sibling();
    const bool is_plain = assertion.is(Kind::assert_statement) && assertion.first_child() == condition &&
                          (!message || syntax::plain_string(message));
    if (!is_plain || !may_round_ || limited_) return false;
    proof_.assume("a failing check may raise a RuntimeError in graphs",
                  edit::quoted(assertion) + " would raise another error");
    return true;
}

// The branch has to be one that becomes a select: else it breaks the graph in the place of the number.
void NumberUses::branches_on(Node condition) {
    if (is_asserted(condition)) return;
    const bool is_check = may_round_ && tester_of(condition).is(Kind::assert_statement);
    if (is_check && !limited_ && !unreadable_(facts_, condition)) return conditions_.push_back(condition);
    if (!decides_branch(condition) || limited_) return observed(condition);
    if (const auto reason = unreadable_(facts_, condition))
        return proof_.refuse("the branch on it would break the graph as well: " + *reason);
    conditions_.push_back(condition);
}

// `if scale == 0: scale = 1.0`
bool NumberUses::takes(Node number) {
    const auto given = number_of(facts_.value(number));
    if (!given || (numbers_ != Numbers::floating && !number.is(Kind::integer))) return false;
    if (!is_exact(*given)) widen();
    return true;
}

// In double precision, a tensor without dimensions gives it to others without.
void NumberUses::widen() {
    (may_round_ ? rounded_ : widened_) = true;
    if (meets_number_) proof_.refuse(edit::quoted(statement_) + " gives a number that Python computes with");
}

// Once, though more than one use comes by: `max(n / (n + 1), 0.5)`.
void NumberUses::respell(Respelled made) {
    const bool may_be_number = limited_ || (beside_number_ && !made.serves_numbers);
    if (may_be_number && may_round_) return differs(made.node);  // it takes no function of torch
    const auto is_same = [&](const Respelled& each) { return each.node == made.node; };
    const auto is_around = [&](const Respelled& each) {
        return each.is_made_here() && syntax::is_within(made.node, each.node);
    };
    if (std::ranges::any_of(respelled_, is_same) || std::ranges::find(taken_, made.node) != taken_.end()) return;
    if (std::ranges::any_of(respelled_, is_around)) return differs(made.node);
    respelled_.push_back(std::move(made));
}

void NumberUses::check_read(Node call) {
    read_ = call;
    check(call);
}

// `raise ValueError(f"{n} rows")`: without dimensions, a tensor is formatted as its number is.
bool NumberUses::is_told(Node interpolation) const {
    return may_round_ && !limited_ && !interpolation.child(Kind::type_conversion) &&
           syntax::statement_of(interpolation).is(Kind::raise_statement);
}

// `node` is the number, or, if not `itself`, made of it and of other numbers.
void NumberUses::check(Node node) {
    const Node parent = node.parent();
    if (const Node slice = slice_around(node)) return check_bound(slice, node);
    switch (parent.kind()) {
        case Kind::parenthesized_expression: return check(parent);
        case Kind::unary_operator:
            if (operator_of(parent) != Op::sub || (numbers_ != Numbers::floating && !assumes())) return observed(node);
            wraps_ = wraps_ || numbers_ == Numbers::any;
            widen();
            return check(parent);
        case Kind::binary_operator: {
            const Op op = operator_of(parent);
            const bool is_power = may_round_ && op == Op::pow && parent.child(Field::left) == node;
            if (is_power && function::is_number(facts_.value(parent.child(Field::right)))) return check_power(parent);
            if (may_round_ && op == Op::pow && parent.child(Field::right) == node) return check_exponent(parent);
            if (wraps_around(parent, node)) return check_beside(parent, parent.child(Field::right));
            if (op != Op::add && op != Op::sub && op != Op::mul && op != Op::div) return observed(node);
            const Node left = parent.child(Field::left);
            // PyTorch multiplies a number with the reciprocal, and divides a tensor.
            if (op == Op::div && left == node && !may_round_ &&
                !function::is_number(facts_.value(parent.child(Field::right))))
                return observed(node);
            return check_with(parent, left == node ? parent.child(Field::right) : left);
        }
        case Kind::comparison_operator: {
            const Node left = parent.first_child(), right = left.next_sibling();
            const bool asks_which = right.op() == Op::is || right.op() == Op::is_not;
            if (asks_which && right.is(Kind::none) && !right.next_sibling()) return;  // neither of them is None
            if (right.next_sibling() || asks_which || right.op() == Op::in || right.op() == Op::not_in)
                return observed(node);
            return check_compared(parent, left == node ? right : left);
        }
        case Kind::augmented_assignment: {
            const Op op = parent.op();
            const Node left = parent.child(Field::left);
            const bool plain = op == Op::add || op == Op::sub || op == Op::mul || op == Op::div;
            if (plain && left != node && facts_.value(left).is_tensor()) return meets(parent, left);
            return left != node && check_summed(parent) ? void() : observed(node);
        }
        case Kind::argument_list: return check_argument(parent.parent(), node);
        case Kind::keyword_argument: return check_keyword(parent, node);
        case Kind::assignment: return check_named(node);
        case Kind::subscript: return check_index(parent, node);
        case Kind::conditional_expression: return check_arm(parent, node);
        case Kind::boolean_operator: return check_default(parent, node);
        case Kind::list_comprehension: return check_stacked(node) ? void() : branches_on(node);
        case Kind::generator_expression: return check_generated(parent, node);
        case Kind::interpolation: return is_told(parent) ? void() : branches_on(node);
        default: return branches_on(node);
    }
}

// `sum(m.any().item() for m in masks)`: Python adds tensors to its zero, which it gives where there are none.
void NumberUses::check_generated(Node generator, Node element) {
    const Node call = generator.parent();
    const torch::Row* row = call.is(Kind::call) ? facts_.row_of(call) : nullptr;
    const bool sums = row && row->name == "builtins.sum" && generator.first_child() == element && may_round_;
    if (!sums) return branches_on(element);
    if (!is_whole(numbers_) && numbers_ != Numbers::any) widen();
    const bool before = std::exchange(beside_number_, true);
    check(call);
    beside_number_ = before;
}

// A comparison with the number.
void NumberUses::check_truth(Node node) {
    const Node whole = parenthesized(node);
    if (whole.parent().is(Kind::assignment)) return check_named(whole);
    branches_on(node);
}

// A number of Python that is the same where this one is read; or one of another tensor, which in double precision may
// be a tensor as well.
bool NumberUses::is_other_number(Node node) {
    if ((numbers_ == Numbers::floating || assumes()) && facts_.value(node).is(values::Kind::tensor_number)) return true;
    // Nothing is asked in front of code that may round.
    if (may_round_ && function::is_number(facts_.value(node))) return true;
    for (const Node part : subtree(node))
        if (facts_.variable(part) && !is_known_there(part)) return false;
    if (!forms_.of(node).is_number() || facts_.value(node).is(values::Kind::tensor_number)) return false;
    test_defaults(node, statement_);
    return true;
}

// `def f(x, k=0.5)`: nothing but its default says that it is a number.
void NumberUses::test_defaults(Node node, Node at) {
    for (const Node part : subtree(node)) {
        const names::Binding* variable = facts_.variable(part);
        const auto made = variable ? facts_.definition(*variable, at) : std::nullopt;
        if (made && made->statement) test_defaults(made->value, made->statement);
        for (const syntax::Parameter& each : syntax::parameters_of(facts_.function()))
            if (made && made->value == each.name && each.value && !each.annotation)
                proof_.test_kind(proof::is_number(each.name.text()));
    }
}

bool NumberUses::is_known_there(Node node) const {
    const names::Binding& variable = *facts_.variable(node);
    const auto here = facts_.definition(variable, statement_);
    const auto there = facts_.definition(variable, syntax::statement_of(node));
    return here && there && here->value == there->value;
}

void NumberUses::check_with(Node operation, Node other) {
    const bool counts = numbers_ == Numbers::count && facts_.value(other).is(values::Kind::shape_number);
    const bool computes = counts || numbers_ == Numbers::floating || assumes();
    const values::Value value = facts_.value(other);
    const torch::Row* row = value.is(values::Kind::api) ? values::row_of(value) : nullptr;
    if (assumes() && row && row->gives == torch::Gives::constant) return check_beside(operation, other);  // `math.pi`
    const bool is_tensor = value.is_tensor();
    if (number_of(facts_.value(other)) || (computes && !is_tensor && is_other_number(other)))
        return check_beside(operation, other);
    meets(operation, other);
}

// 1 / 0 raises in Python and is infinite in a tensor; a float has a negative zero, and an int has none. Ints of any
// size are exact in Python.
void NumberUses::check_beside(Node operation, Node other) {
    const auto number = number_of(facts_.value(other));
    const Op op = operator_of(operation);
    const bool is_float = values::category(facts_.value(other)) == torch::Dtype::floating;
    const bool is_exact = is_float || numbers_ == Numbers::floating || numbers_ == Numbers::count || assumes();
    if (!is_exact) return differs(operation);
    wraps_ = wraps_ || (numbers_ == Numbers::any && !is_float && op != Op::div);
    if (op == Op::add || op == Op::sub) check_small(other);
    widen();
    if (op == Op::div && operation.child(Field::left) == other) return divides(operation, other);
    const bool divides_by = op == Op::div || op == Op::mod || op == Op::floor_div;
    if (divides_by && !is_not_zero(other) && !is_assumed_not_zero(other)) return differs(operation);
    const bool keeps_zero = numbers_ == Numbers::floating || assumes();
    if (op == Op::mul && number.value_or(-1) < 0 && !keeps_zero) return differs(operation);
    check(operation);
}

// `x.abs().max().item() + 1e-8`: in half precision, nothing is added.
void NumberUses::check_small(Node constant) {
    constexpr double least_of_half = 5.9e-8;
    constexpr std::string_view half = "dtype float16", wide = "dtype float64";
    const auto number = number_of(facts_.value(constant));
    if (!may_round_ || !number || *number == 0 || std::abs(*number) >= least_of_half) return;
    if (is_single_precision(dtype_) || dtype_ == wide) return;
    if (dtype_ == half) return differs(constant);
    constexpr std::array<std::string_view, 2> narrow{"float16", "half"};
    doubtful_ = doubtful_ || names_any(*constant.tree(), narrow);
    const std::string text = edit::quoted(constant);
    proof_.assume(text + " is not zero in the dtype of the tensor", text + " may be zero in the dtype of the tensor");
}

void NumberUses::check_compared(Node comparison, Node other) {
    const auto number = number_of(facts_.value(other));
    if (!number && !is_other_number(other)) return meets(comparison, other);
    const bool ints = numbers_ == Numbers::whole && (number ? other.is(Kind::integer) : true);
    if (ints && !number) proof_.test_kind(proof::is_instance(other.text(), "int"));
    if (!ints && (!number || !is_exact(*number))) widen();
    check_truth(comparison);
}

}  // namespace transforms::scalar_uses
