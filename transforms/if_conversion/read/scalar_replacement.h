// What the arms of a branch make as one structure (aggregate.h) is chosen part by part: a target for each, and the text
// around it. For read_predication.
#pragma once

#include "transforms/if_conversion/read/branch.h"

#include <vector>

namespace transforms::if_conversion {

// Of the results that values without a name give.
[[nodiscard]] std::vector<Target> targets_of(const function::Facts& facts, const std::vector<syntax::Node>& values,
                                             const Predication& read, proof::Proof& proof);

// Of the targets that get a structure in all arms, as in `carry = Carry(h, c)`.
[[nodiscard]] std::vector<Target> taken_apart(const function::Facts& facts, std::vector<Target> targets,
                                              proof::Proof& proof);

}  // namespace transforms::if_conversion
