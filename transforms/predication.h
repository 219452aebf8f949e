// An `if` on a tensor as if-conversion sees it: a predicate, and for each variable what either arm assigns to it.
#pragma once

#include "transforms/facts.h"
#include "transforms/proof.h"

#include <vector>

namespace transforms {

// A variable that the `if` assigns. An arm that does not assign it has a false Node and leaves the value it had before.
struct Target {
    const names::Binding* variable = nullptr;
    syntax::Node then;
    syntax::Node otherwise;
    bool temporary = false;  // of one arm, and nobody reads it elsewhere: it may be assigned in any case
};

struct Predication {
    syntax::Node statement;
    syntax::Node predicate;  // without parentheses and `not`
    bool negated = false;
    std::vector<Target> targets;  // in an order that is that of either arm
};

// Whether the condition of the `if` is the operand alone, perhaps under `not` and in parentheses.
[[nodiscard]] bool decides_alone(syntax::Node statement, syntax::Node operand);

// Refuses what is no pair of arms that only assign expressions to variables of the function.
[[nodiscard]] Predication read_predication(const Facts& facts, syntax::Node statement, Proof& proof);

}  // namespace transforms
