// Roots, logarithms and arc cosines, whose slopes are infinite at the border of what they are defined for: a zero
// gradient becomes NaN there.
#include "analysis/function/argument.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/speculation/gradient_hazards.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace transforms::speculation {

using function::number_of;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// Functions whose slopes are infinite, or NaN, at the border of what they are defined for, and a number within it.
struct WithBorder {
    std::string_view name;
    std::string_view harmless = "1";
};
constexpr std::array<WithBorder, 11> with_border{{{"sqrt"},
                                                  {"rsqrt"},
                                                  {"log"},
                                                  {"log2"},
                                                  {"log10"},
                                                  {"reciprocal"},
                                                  {"acos", "0"},
                                                  {"arccos", "0"},
                                                  {"asin", "0"},
                                                  {"arcsin", "0"},
                                                  {"acosh", "2"}}};

// `cos` of `cos.clamp(min=-1.0)`, which keeps from one border of two.
Node within_clamp(const function::Facts& facts, Node node) {
    const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
    if (!row) return node;
    const std::vector<Node> operands = function::operands_of(facts, node);
    const bool is_one_sided = operands.size() == 2 && row->last_word().starts_with("clamp");
    return is_one_sided ? operands.front() : node;
}

// `d2` of `d2.sqrt()`, `torch.log(d2)` and `d2 ** 0.5`; none of what has a slope everywhere.
struct AtBorder {
    Node operand{};
    std::string_view harmless = "1";
};

AtBorder at_border(const function::Facts& facts, Node node) {
    // `x ** self.exponent` may be a root.
    const auto is_root = [&](Node exponent) { return number_of(facts.value(exponent)).value_or(0) < 1; };
    if (node.is(Kind::binary_operator)) {
        const bool is_power = operator_of(node) == Op::pow && is_root(node.child(Field::right));
        return is_power ? AtBorder{.operand = node.child(Field::left)} : AtBorder{};
    }
    const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
    const std::vector<Node> operands = row ? function::operands_of(facts, node) : std::vector<Node>{};
    if (operands.empty()) return {};
    const std::string_view name = row->last_word();
    if (name == "pow" && operands.size() > 1 && is_root(operands[1])) return {.operand = operands.front()};
    const auto* found = std::ranges::find(with_border, name, &WithBorder::name);
    if (found == with_border.end()) return {};
    return {.operand = within_clamp(facts, syntax::unparenthesized(operands.front())), .harmless = found->harmless};
}

// `d2`, `d2.max()`
bool is_made_of(const function::Facts& facts, Node side, std::string_view text) {
    const torch::Row* row = side.is(Kind::call) ? facts.row_of(side) : nullptr;
    if (side.text() == text) return true;
    if (!row || row->shape != torch::Shape::reduce) return false;
    const std::vector<Node> operands = function::operands_of(facts, side);
    return !operands.empty() && operands.front().text() == text;
}

// `d2 > 0`, `(d2 > 1e-8) & near`
bool compares_with_number(const function::Facts& facts, Node condition, std::string_view text) {
    for (const Node node : subtree(condition)) {
        if (!node.is(Kind::comparison_operator)) continue;
        const Node left = node.first_child(), right = left.next_sibling();
        const Node other = is_made_of(facts, left, text) ? right : is_made_of(facts, right, text) ? left : Node{};
        if (other && !right.next_sibling() && function::is_number(facts.value(other))) return true;
    }
    return false;
}

}  // namespace

// Close to what a root or a logarithm is not defined for, the condition says.
Node asked_at_border(const function::Facts& facts, Node condition) {
    constexpr double small = 1e-2;
    for (const Node node : subtree(condition)) {
        if (!node.is(Kind::comparison_operator)) continue;
        const Node left = node.first_child(), right = left.next_sibling();
        for (const auto& [side, limit] : {std::pair{left, right}, std::pair{right, left}}) {
            const names::Binding* variable = facts.variable(side);
            const auto made = variable ? facts.definition(*variable, syntax::statement_of(node)) : std::nullopt;
            const auto number = number_of(facts.value(limit));
            const bool may_be_close = number ? std::abs(*number) <= small : function::is_number(facts.value(limit));
            if (may_be_close && made && made->statement &&
                at_border(facts, syntax::unparenthesized(made->value)).operand)
                return side;
        }
    }
    return {};
}

// `d2.sqrt() if d2 > 0 else d2`: where d2 is zero, the zero gradient of the root becomes NaN. The root of 1 is taken
// then, which leaves a zero as it is; true if so.
bool Speculation::keeps_from_border(Node root) {
    const AtBorder found = at_border(facts_, root);
    const Node operand = found.operand ? syntax::unparenthesized(found.operand) : Node{};
    if (!operand || facts_.without_gradients() || is_cut_off(operand)) return false;
    const auto asks = [&](Node each) { return compares_with_number(facts_, each, operand.text()); };
    if (std::ranges::none_of(conditions_, asks)) return false;
    const bool is_there = operand.is(Kind::identifier) && !assigned_.contains(operand.text());
    if (may_guard_ && is_there && forms_.of(operand).is_tensor()) {
        guarded_.push_back({.number = operand, .harmless = found.harmless});
        return true;
    }
    singular_ = true;
    return false;
}

}  // namespace transforms::speculation
