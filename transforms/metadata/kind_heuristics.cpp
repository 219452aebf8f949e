#include "transforms/metadata/kind_heuristics.h"

#include "analysis/effects/escape.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <map>
#include <utility>

namespace transforms::metadata {

using function::Facts;
using function::is_number;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// `keep = logits > cut`, of which nothing is known but that something is done with `keep` which is only done with
// tensors.
bool compares_tensors(const Facts& facts, Node comparison, Node function) {
    const auto assignment = syntax::as<syntax::Assignment>(comparison.parent());
    const names::Binding* variable = assignment ? facts.variable(assignment->target()) : nullptr;
    if (!variable || facts.value(comparison).is_tensor()) return false;
    for (const Node node : behind(comparison, function))
        if (facts.variable(node) == variable && facts.value(node).is_tensor()) return true;
    return false;
}

// `(load > 3).any()`, `x[load > 3]`; what is compared stands on the left more often.
bool is_mask_made(const Facts& facts, Node comparison, Node operand) {
    const Node whole = parenthesized(comparison);
    const Node left = comparison.first_child(), other = left == operand ? left.next_sibling() : left;
    if (whole.parent().is(Kind::attribute)) return is_number(facts.value(other)) || left == operand;
    const bool is_index = whole.parent().is(Kind::subscript) && whole.parent().child(Field::value) != whole;
    return (is_index || has_to_be_tensor(facts, whole)) && (is_number(facts.value(other)) || left == operand);
}

// `(d1 - d2).abs()`: what is made of it is used as only tensors are; not by what stands beside it: `(x / d).abs()`.
bool makes_tensor(const Facts& facts, Node use) {
    for (Node node = use, parent = use.parent();; node = parent, parent = parent.parent()) {
        if (parent.is(Kind::attribute) || has_to_be_tensor(facts, node)) return true;
        if (parent.is(Kind::binary_operator)) {
            const Node left = parent.child(Field::left), other = left == node ? parent.child(Field::right) : left;
            const bool divides = operator_of(parent) == Op::div && other == left;
            if (divides || facts.value(other).is_tensor()) return false;
        } else if (!parent.is(Kind::unary_operator) && !parent.is(Kind::parenthesized_expression)) {
            return false;
        }
    }
}

// `x * (limit / norm)`, or by way of variables: what is computed with the number meets a tensor.
class Meetings {
  public:
    explicit Meetings(const Facts& facts) : facts_(facts) {}

    bool meets_tensor(Node number, int steps = 2) {
        const auto is_arithmetic = [](Node node) {
            return node.is(Kind::binary_operator) || node.is(Kind::unary_operator) ||
                   node.is(Kind::parenthesized_expression);
        };
        Node node = number;
        for (; is_arithmetic(node.parent()); node = node.parent())
            for (const Node operand : node.parent().children())
                if (operand != node && facts_.value(operand).is_tensor()) return true;
        const auto assignment = syntax::as<syntax::Assignment>(node.parent());
        const names::Binding* made = assignment ? facts_.variable(assignment->target()) : nullptr;
        return made && steps > 0 && is_met(*made, steps - 1);
    }

  private:
    // Found out once for each variable, which may be assigned again and again.
    bool is_met(const names::Binding& variable, int steps) {
        const auto [known, is_new] = known_.try_emplace({&variable, steps});
        if (is_new)
            known->second =
                std::ranges::any_of(facts_.uses_of(variable), [&](Node use) { return meets_tensor(use, steps); });
        return known->second;
    }

    const Facts& facts_;
    std::map<std::pair<const names::Binding*, int>, bool> known_;  // by the steps left
};

}  // namespace

NumberLike number_like(const Facts& facts, const names::Binding& variable) {
    NumberLike like = NumberLike::of_tensor;
    for (const Node use : facts.uses_of(variable)) {
        if (effects::binds(variable, use)) continue;
        const Node parent = use.parent();
        const Op op = parent.is(Kind::binary_operator) ? operator_of(parent) : Op::none;
        const Node other = parent.first_child() == use ? parent.child(Field::right) : parent.child(Field::left);
        const bool is_beside_tensor = op != Op::none && facts.value(other).is_tensor();
        const bool is_factor = op == Op::mul || op == Op::div;
        if (makes_tensor(facts, use) || (!is_factor && !is_beside_tensor && !parent.is(Kind::comparison_operator)))
            return NumberLike::no;
        if (is_factor && !is_beside_tensor) like = NumberLike::of_number;
    }
    return like;
}

std::vector<const names::Binding*> number_factors(const Facts& facts) {
    constexpr std::uint32_t max_nodes = 10'000;  // of the function, which is gone through for each number in it
    std::vector<const names::Binding*> all;
    Meetings meetings(facts);
    if (facts.function().end_index() - facts.function().index() > max_nodes) return all;
    for (const syntax::Parameter& each : syntax::parameters_of(facts.function())) {
        const names::Binding* variable = each.annotation ? nullptr : facts.variable(each.name);
        const auto is_open = [&](Node use) {
            return use != each.name && facts.value(use).is(values::Kind::unknown) && meetings.meets_tensor(use);
        };
        if (variable && std::ranges::any_of(facts.uses_of(*variable), is_open) &&
            number_like(facts, *variable) == NumberLike::of_number)
            all.push_back(variable);
    }
    return all;
}

bool has_to_be_tensor(const Facts& facts, Node argument) {
    if (function::is_mask(facts, argument)) return true;
    const Node call = argument.parent().is(Kind::argument_list) ? argument.parent().parent() : Node{};
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    std::uint32_t position = 0;
    for (const Node each : argument.parent().children()) {
        if (each == argument) break;
        ++position;
    }
    return row && position < 32 && (row->tensors >> position & 1U) != 0;
}

bool has_other_members(const Facts& facts, const names::Binding& variable) {
    const auto is_other = [&](Node node) {
        return node.parent().is(Kind::attribute) &&
               !facts.member_of_tensors(node.parent().child(Field::attribute).text());
    };
    return facts.once("has other members", variable,
                      [&] { return std::ranges::any_of(facts.uses_of(variable), is_other); });
}

bool may_be_number(const Facts& facts, const names::Binding& variable, Node function) {
    for (const Node node : facts.uses_of(variable)) {
        const Node parent = node.parent();
        const bool holds = parent.is(Kind::attribute) || parent.is(Kind::subscript) || is_loop(parent);
        if (holds || facts.value(node).is_tensor() || has_to_be_tensor(facts, node)) return false;
        if (!parent.is(Kind::comparison_operator) || !compares(parent.first_child().next_sibling().op())) continue;
        // `keep = scores > cut`: one of them is a tensor.
        const bool is_only_one = parent.first_child() == node || is_number(facts.value(parent.first_child()));
        if ((compares_tensors(facts, parent, function) && is_only_one) || is_mask_made(facts, parent, node))
            return false;
    }
    return true;
}

// Whether what is done with it there is done with a number; nothing if it may be done with a tensor as well.
static std::optional<bool> tells_number(const Facts& facts, Node node, Node function) {
    const Node parent = node.parent();
    if (parent.is(Kind::comparison_operator) && compares(parent.first_child().next_sibling().op()))
        return !compares_tensors(facts, parent, function) && !is_mask_made(facts, parent, node);
    if (!parent.is(Kind::binary_operator)) return std::nullopt;
    const Node left = parent.child(Field::left), right = parent.child(Field::right);
    const Node other = left == node ? right : left;
    if (is_number(facts.value(other))) return false;
    if (operator_of(parent) == Op::div) return right == node;
    const bool is_coefficient = operator_of(parent) == Op::mul && left == node && !facts.value(other).is_tensor() &&
                                parent.parent().is(Kind::binary_operator);  // `a - k * b`
    return is_coefficient ? std::optional(true) : std::nullopt;
}

// By the uses of the variable.
static bool is_used_as_number(const Facts& facts, const names::Binding& variable) {
    for (const names::Occurrence& each : variable.occurrences)  // `last = history[-1]`
        if (const auto assignment = syntax::as<syntax::Assignment>(each.node.parent());
            assignment && assignment->value().is(Kind::subscript))
            return false;
    for (const Node node : facts.uses_of(variable))
        if (facts.value(node).is_tensor() || makes_tensor(facts, node)) return false;
    for (const Node node : facts.uses_of(variable))
        if (const auto told = tells_number(facts, node, facts.function())) return *told;
    return false;
}

bool looks_like_number(const Facts& facts, const names::Binding& variable) {
    if (const auto taken = facts.taken_for(variable)) return *taken == function::Guess::number;
    return facts.once("looks like a number", variable, [&] { return is_used_as_number(facts, variable); });
}

}  // namespace transforms::metadata
