#include "transforms/if_conversion/prove/guard_search.h"

#include <array>

namespace transforms::if_conversion {

using proof::Requirement;
using proof::Requirements;

namespace {

struct Cost {
    Requirement one;
    int cost;
    Requirements replaces{};  // other ways to the same
};

constexpr std::array costs{
    Cost{Requirement::floating, 1},
    Cost{Requirement::one_dtype, 1},
    Cost{Requirement::shape_of_each, 1, {Requirement::one_shape, Requirement::scalars}},
    Cost{Requirement::one_shape, 1, {Requirement::shape_of_each, Requirement::scalars}},
    Cost{Requirement::squares, 4, {Requirement::scalars}},
    Cost{Requirement::scalars, 8, proof::alike_shapes.with({Requirement::squares})},
    Cost{Requirement::fit, 16, {Requirement::shape_of_each, Requirement::squares, Requirement::scalars}},
};

}  // namespace

std::optional<Requirements> GuardSearch::next() {
    if (open_.empty()) return std::nullopt;
    return open_.extract(open_.begin()).mapped();
}

void GuardSearch::add(Requirements granted) {
    // Floating tensors whose shapes fit have one dtype as well, as a rule, and one guard is read for both.
    const bool fits = granted.meets(proof::alike_shapes.with({Requirement::squares}));
    if (fits && granted.has(Requirement::floating)) granted = granted.with({Requirement::one_dtype});
    if (!seen_.insert(granted).second) return;
    int sum = 0;
    for (const Cost& each : costs)
        if (granted.has(each.one)) sum += each.cost;
    open_.emplace(sum, granted);
}

void GuardSearch::failed(Requirements granted, Requirements would_help) {
    for (const Cost& each : costs)
        if (would_help.has(each.one) && possible_.has(each.one) && !granted.has(each.one))
            add(granted.without(each.replaces).with({each.one}));
}

}  // namespace transforms::if_conversion
