#include "transforms/if_conversion/prove/accumulated_arms.h"

#include "analysis/effects/accumulator.h"
#include "analysis/effects/escape.h"
#include "analysis/function/in_place_update.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"

#include <algorithm>

namespace transforms::if_conversion {

using syntax::Kind;
using syntax::Node;

namespace {

// `total / max(n, 1)`: not `range(n)`, `if n > 2` or `return n`.
bool is_computed_with(const Case& c, Node use) {
    const Node parent = use.parent();
    if (parent.is(Kind::binary_operator) || parent.is(Kind::augmented_assignment)) return true;
    const torch::Row* row = parent.is(Kind::argument_list) ? c.facts.row_of(parent.parent()) : nullptr;
    return row && row->gives == torch::Gives::arithmetic;
}

}  // namespace

bool sums_up(const Case& c, const Target& target) {
    const auto is_sum = [&](Node value) {
        return !value || value.is(Kind::binary_operator) || function::is_update(value) ||
               function::number_of(c.facts.value(value));
    };
    if (!target.variable || !std::ranges::all_of(target.values, is_sum) ||
        !effects::is_accumulator(c.facts, *target.variable))
        return false;
    return !function::is_number(c.before(target)) ||
           std::ranges::all_of(c.facts.uses_of(*target.variable), [&](Node use) {
               return effects::binds(*target.variable, use) || is_computed_with(c, use);
           });
}

bool accumulates(const Case& c, const Target& target) { return c.trusts && sums_up(c, target); }

bool tracks(const Case& c, const Target& target) {
    if (!c.trusts || !target.variable || target.values.size() != 2) return false;
    const Node given = target.values[0] ? target.values[0] : target.values[1];
    const bool keeps_other = !target.values[0] || !target.values[1];
    if (!keeps_other || !c.facts.value(given).is_tensor() || !is_loop(outermost_loop(c.at.statement))) return false;
    return std::ranges::all_of(c.facts.uses_of(*target.variable), [&](Node use) {
        if (!effects::binds(*target.variable, use))
            return is_computed_with(c, use) || use.parent().is(Kind::comparison_operator) ||
                   syntax::is_within(use, c.at.statement);
        const Node start = syntax::given_to(use);
        return start == given || function::number_of(c.facts.value(start)).has_value();
    });
}

bool sets_flag(const Case& c, const Target& target) {
    const auto is_constant = [](Node value) { return !value || value.is(Kind::true_) || value.is(Kind::false_); };
    return c.trusts && target.variable && c.at.arms() == 2 && std::ranges::all_of(target.values, is_constant) &&
           effects::is_truth_accumulator(c.facts, *target.variable);
}

}  // namespace transforms::if_conversion
