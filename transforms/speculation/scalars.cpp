// Numbers that tensors meet, and numbers alone: the part of Speculation that asks how large they are.
#include "analysis/effects/sign.h"
#include "analysis/function/literals.h"
#include "analysis/operations/shape_query.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace transforms::speculation {

using function::number_of;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr int names_followed = 3;  // from a count to what it is a count of

// The variables of the expression, and those that they were made of.
void add_names(const function::Facts& facts, Node expression, Node statement, int steps,
               std::set<std::string_view>& names) {
    for (const Node node : subtree(expression)) {
        const names::Binding* variable = facts.variable(node);
        if (!variable || !names.insert(node.text()).second || steps == 0) continue;
        const auto made = facts.definition(*variable, statement);
        if (made && made->statement) add_names(facts, made->value, made->statement, steps - 1, names);
    }
}

constexpr double smallest_factor = 1e-4;
constexpr std::string_view smallest_text = "1e-4";
constexpr double largest_in_all = 127;  // dtypes: int8 has no more

bool is_arithmetic(Op op) { return op == Op::add || op == Op::sub || op == Op::mul || op == Op::div; }

}  // namespace

bool keeps_zero(double factor, bool divides) {
    const double size = std::abs(factor);
    return (factor == 0 && !divides) || (size >= smallest_factor && size <= largest_factor);
}

// Of numbers alone. A division raises if it is by zero, and if no float is as large as an int in it.
void Speculation::check_numbers(Node node, Node left, Op op, Node right) {
    const bool divides = op == Op::div || op == Op::floor_div || op == Op::mod;
    const auto divisor = number_of(facts_.value(right));
    if (divides ? divisor.value_or(0) != 0 : is_arithmetic(op)) return;
    if (op == Op::div && forms_.of(right).kept) return;  // a tensor stands for it, which gives infinity or NaN
    const auto can_be_tested = [&](Node number) { return is_kept_number(number) && !forms_.of(number).kept; };
    if (op != Op::div || divisor || !can_be_tested(left) || !can_be_tested(right)) {
        const bool is_fixed =
            function::is_traced_number(facts_.value(left)) && function::is_traced_number(facts_.value(right));
        return is_fixed ? may_raise(node, "may raise an error") : refuse(node, "may raise an error");
    }
    if (!number_of(facts_.value(left))) check_size(left, false);
    check_size(right, true);
}

// Of whole numbers one by zero raises, also by 256, which is zero in int8; and no complex number has a remainder. A
// quotient that is rounded has no derivative, and says so only when somebody asks for it.
void Speculation::check_remainder(Node node, Node left, Op op, Node right) {
    const auto number = number_of(facts_.value(right));
    const operations::Form tensor = forms_.of(left);
    if (!number && function::is_traced_number(facts_.value(right))) {
        may_raise(node, "may raise an error");
    } else if (!number || *number < smallest_factor || *number > largest_in_all) {
        return refuse(node, "may raise an error");
    }
    check_real(node, left, tensor);
    if (op == Op::mod || facts_.without_gradients() || operations::is_whole(tensor)) return;
    const auto part = tensor.floating ? std::nullopt : part_of_dtype(left, tensor);
    if (!part) return refuse(node, "has no derivative", proof::dtypes);
    proof_.test(proof::is_not_floating(*part));
}

bool Speculation::is_decided_by(Node divisor) const {
    // `weights.sum()`, of `weights = matched.float()`, where the condition asks `matched.any()`
    const Node call = syntax::unparenthesized(divisor);
    const torch::Row* row = call.is(Kind::call) ? facts_.row_of(call) : nullptr;
    const bool counts = row && row->dtype == torch::Dtype::summed && row->shape == torch::Shape::reduce;
    std::set<std::string_view> names;
    add_names(facts_, divisor, statement_, counts ? names_followed : 0, names);
    // `sine`, of `angle = torch.arccos(cosine)` and `sine = torch.sin(angle)` in the arm
    std::vector<std::string_view> open(names.begin(), names.end());
    while (!open.empty()) {
        const auto found = assigned_.find(open.back());
        open.pop_back();
        if (found == assigned_.end()) continue;
        for (const Node part : subtree(found->second))
            if (part.is(Kind::identifier) && names.insert(part.text()).second) open.push_back(part.text());
    }
    const auto asks = [&](Node condition) {
        return std::ranges::any_of(subtree(condition),
                                   [&](Node node) { return node.is(Kind::identifier) && names.contains(node.text()); });
    };
    return std::ranges::any_of(conditions_, asks);
}

// `count > 0`, `count == 0`, `count`
bool Speculation::asks_for_zero(Node number) const {
    const Node condition = syntax::unparenthesized(conditions_.front());
    if (conditions_.size() != 1 || !condition.is(Kind::comparison_operator))
        return conditions_.size() == 1 && condition.text() == number.text();
    const Node left = condition.first_child(), right = left.next_sibling();
    const bool asks = right.op() == Op::greater || right.op() == Op::not_equal || right.op() == Op::equal;
    return asks && left.text() == number.text() && !right.next_sibling() && number_of(facts_.value(right)) == 0;
}

// `total / count if count > 0 else total`: where count is zero, the zero gradient of the quotient becomes NaN for
// total.
void Speculation::check_divisor(Node node, Node divisor) {
    const Node number = syntax::unparenthesized(divisor);
    const bool is_count = forms_.of(number).dtype == operations::count_dtype;
    const bool is_there =
        std::ranges::none_of(subtree(number), [&](Node part) { return assigned_.contains(part.text()); });
    const torch::Row* row = number.is(Kind::call) ? facts_.row_of(number) : nullptr;
    const bool can_be_chosen = number.is(Kind::identifier) || (row && row->traits.pure);  // `mask.sum()`
    if (!may_guard_ || !is_there || (!is_count && !can_be_chosen)) {
        spoils(node);
        singular_ = spoils_gradients();
        return;
    }
    // A NaN would stay one in `clamp`, and no count is NaN.
    guarded_.push_back({.number = number, .is_count = is_count, .is_one = is_count && asks_for_zero(number)});
    if (!operations::is_whole(forms_.of(number)) && !is_cut_off(number)) spoils(node);
}

void Speculation::check_factor(Node node, Node factor, bool divides) {
    const auto number = number_of(facts_.value(factor));
    if (number && keeps_zero(*number, divides)) return;
    if (forms_.of(factor).kept) return may_guard_ ? guarded_.push_back({.number = factor}) : spoils(node);
    const bool is_decided = divides && forms_.of(factor).is_tensor() && is_decided_by(factor);
    if (is_decided && !effects::is_kept_from_zero(facts_, factor)) return check_divisor(node, factor);
    if (number || !is_kept_number(factor)) return spoils(node);
    check_size(factor, divides);
}

// A number that every dtype holds; and its inverse.
void Speculation::check_size(Node number, bool divides) {
    if (const auto power = operations::power_of_size(facts_, number)) {
        const std::string text(syntax::unparenthesized(power->size).text());
        if (divides && !power->inverse) return proof_.test(proof::is_positive(text));  // a zero over infinity is one
        if (!divides && power->inverse) return;  // it is tested already, and below one
    }
    if (operations::size_of(facts_, number)) {
        const std::string text(syntax::unparenthesized(number).text());
        return proof_.test(divides ? proof::is_positive(text)
                                   : proof::compared(proof::Guard::Property::value, text,
                                                     proof::Guard::Relation::at_most, largest_text));
    }
    proof::Guard size = is_moderate(number);
    if (divides) size.part = smallest_text;
    proof_.test(std::move(size));
}

proof::Guard is_moderate(std::string_view number) {
    return proof::compared(proof::Guard::Property::magnitude, number, proof::Guard::Relation::at_most, largest_text);
}

proof::Guard is_moderate(Node number) {
    Node plain = syntax::unparenthesized(number);
    while (plain.is(Kind::unary_operator)) plain = syntax::unparenthesized(plain.first_child());
    return is_moderate(plain.text());
}

// `k`, `self.k`, `1.0 - k`: what a test in front can ask for as well.
bool Speculation::is_kept_number(Node factor) {
    const Node node = syntax::unparenthesized(factor);
    if (number_of(facts_.value(node))) return true;
    if (const auto size = operations::size_of(facts_, node)) {
        const auto place = forms_.place(size->of);
        return place && is_before(*place);
    }
    if (const auto power = operations::power_of_size(facts_, node)) return is_kept_number(power->size);
    if (node.is(Kind::unary_operator)) return is_kept_number(node.first_child());
    if (node.is(Kind::binary_operator))
        return is_arithmetic(operator_of(node)) && operator_of(node) != Op::div &&
               is_kept_number(node.child(Field::left)) && is_kept_number(node.child(Field::right));
    if (node.is(Kind::identifier) && !facts_.variable(node))
        return is_outer_parameter(node) && function::is_number(facts_.value(node));
    const auto place = forms_.place(node);
    return place && forms_.of(node).is_number() && !assigned_.contains(place->text);
}

}  // namespace transforms::speculation
