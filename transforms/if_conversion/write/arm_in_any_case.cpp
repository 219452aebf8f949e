#include "transforms/if_conversion/write/arm_in_any_case.h"

#include "analysis/operations/trailing_unsqueeze.h"
#include "analysis/syntax/python.h"
#include "transforms/condition/emptiness.h"

#include <algorithm>

namespace transforms::if_conversion {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

std::optional<std::size_t> quotient_by_count(const Facts& facts, const Proven& proven, const Target& target) {
    for (std::size_t arm = 0; arm < target.values.size() && target.values.size() == 2; ++arm) {
        const Node quotient = syntax::unparenthesized(target.values[arm]), other = target.values[1 - arm];
        const bool is_kept = !other && target.variable && !target.variable->captured;
        if (!quotient.is(Kind::binary_operator) || !target.cast.empty()) continue;
        const syntax::Binary sides{quotient};
        const bool by_count = std::ranges::any_of(proven.predicate.guarded, [&](const auto& each) {
            return each.is_one && each.number == syntax::unparenthesized(sides.right());
        });
        const std::string_view left = sides.left().text();
        if (by_count && (is_kept ? left == target.text : facts.variable(other) && left == other.text())) return arm;
    }
    return std::nullopt;
}

// `m` of `m[:, None]` and `m.view(-1, 1)`: it has a true element where these have.
Node viewed(const Facts& facts, Node mask) {
    const Node node = syntax::unparenthesized(mask);
    if (const auto column = operations::column_of(facts, node)) return viewed(facts, column->of);
    const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
    const Node object = row && row->traits.view ? node.child(Field::function).child(Field::object) : Node{};
    return object ? viewed(facts, object) : node;
}

// Without a true element in the mask, what it chooses from stays as it is.
std::optional<std::size_t> chosen_by_mask(const Facts& facts, const Predication& at, const Proven& proven,
                                          const Target& target) {
    if (target.values.size() != 2 || !target.values[0] || !target.cast.empty() || !proven.predicate.fixed.empty())
        return std::nullopt;
    const Node call = syntax::unparenthesized(target.values[0]), other = target.values[1];
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    if (!row || row->role != torch::Role::chooses) return std::nullopt;
    std::vector<Node> given;
    for (const Node argument : syntax::Call{call}.arguments().children()) given.push_back(argument);
    const Node mask = condition::mask_asked_for(facts, at.conditions.front(), at.asking());
    const std::string_view left = other ? other.text() : std::string_view(target.text);
    const names::Binding* variable = mask ? facts.variable(mask) : nullptr;
    if (!variable || given.size() != 3 || given[2].text() != left) return std::nullopt;
    const auto asked = facts.definition(*variable, at.asking()),
               then = facts.definition(*variable, syntax::statement_of(call));
    const bool is_same = asked && then && asked->value == then->value;
    return is_same && viewed(facts, given[0]).text() == mask.text() ? std::optional<std::size_t>(0) : std::nullopt;
}

}  // namespace

std::optional<std::size_t> arm_in_any_case(const Facts& facts, const Predication& at, const Proven& proven,
                                           const Target& target) {
    if (const auto arm = quotient_by_count(facts, proven, target)) return arm;
    return chosen_by_mask(facts, at, proven, target);
}

}  // namespace transforms::if_conversion
