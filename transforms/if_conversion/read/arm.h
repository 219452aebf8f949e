// What the arms of a branch assign, statement by statement, and how these assignments go together: a target for each
// place that any of them assigns. For read_predication.
#pragma once

#include "analysis/syntax/python.h"
#include "transforms/if_conversion/read/branch.h"

#include <string>
#include <vector>

namespace transforms::if_conversion {

struct ArmAssignment {
    std::string text;  // of the place
    syntax::Node place;
    const names::Binding* variable;  // null for an attribute
    syntax::Node value;              // or the in-place update
    syntax::Node together;           // `a, b = b, a`, or none
};
using Arm = std::vector<ArmAssignment>;

// Refuses what is more than assignments.
[[nodiscard]] Arm read_arm(const function::Facts& facts, const std::vector<syntax::Node>& statements,
                           proof::Proof& proof);
// As if the arm were `target = value`, where the assignment is a part of the program for another value.
[[nodiscard]] Arm read_arm(const function::Facts& facts, syntax::Assignment assignment, syntax::Node value,
                           proof::Proof& proof);
// `a, b = x, y` as `a = x` and `b = y`, or refused.
[[nodiscard]] Arm one_by_one(const function::Facts& facts, Arm arm, proof::Proof& proof);
// The first assignment to the place, of those from `from` on; or null.
[[nodiscard]] const ArmAssignment* find(const Arm& arm, std::size_t from, const std::string& text);
[[nodiscard]] bool reads(const function::Facts& facts, syntax::Node value, const names::Binding* variable);
[[nodiscard]] bool reads(const function::Facts& facts, const Arm& arm, const names::Binding* variable);
// All of them are the same constant, or variable.
[[nodiscard]] bool same_constant(const function::Facts& facts, const std::vector<syntax::Node>& values);
[[nodiscard]] bool same_variable(const function::Facts& facts, const std::vector<syntax::Node>& values);
// In one order, which has to be that of each arm. `statement` is what is left behind the arms.
[[nodiscard]] std::vector<Target> merge_arms(const function::Facts& facts, syntax::Node statement,
                                             const std::vector<Arm>& arms, proof::Proof& proof);

}  // namespace transforms::if_conversion
