// Guards that the condition of a branch lives where the tensors of its arms do. For the obligation of same_device.cpp,
// and for numbers that become tensors.
#pragma once

#include "transforms/condition/predicate.h"
#include "transforms/if_conversion/read/branch.h"
#include "transforms/metadata/inference.h"
#include "transforms/proof/proof.h"

#include <optional>

namespace transforms::if_conversion {

// Adds a test that the condition is on the device of the tensor there; false if nothing of it tells its device.
[[nodiscard]] bool test_device(const function::Facts& facts, const Predication& at, const metadata::Place& lead,
                               const condition::Predicate& predicate, const metadata::Forms& forms,
                               proof::Proof& proof);

// A place with a tensor that the arms take from outside for the target; what they leave as it is, if they do.
[[nodiscard]] std::optional<metadata::Place> tensor_of_arms(const function::Facts& facts, const Predication& at,
                                                            const Target& target);

}  // namespace transforms::if_conversion
