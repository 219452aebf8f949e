// What has to be shown before a branch on a tensor may become a select. Each obligation is one function; all are in one
// list, in the order in which they are asked.
#pragma once

#include "transforms/condition/predicate.h"
#include "transforms/edit/splice.h"
#include "transforms/if_conversion/read/branch.h"
#include "transforms/metadata/inference.h"
#include "transforms/proof/proof.h"

#include <map>
#include <string>
#include <vector>

namespace transforms::if_conversion {

struct Proven {
    condition::Predicate predicate;
    proof::Proof proof;
    std::vector<edit::Replacement> lifted{};    // numbers that are written as tensors in the new code
    bool starts_as_number = false;              // a target that rounds of a loop add to: no test in front can ask of it
    std::map<std::size_t, std::string> wide{};  // targets that are numbers in double precision (context.h)
};

// What is known besides, where the test holds that goes in front of all others, if there is one.
struct Given {
    metadata::Forms::Known forms{};
    std::optional<proof::Guard> test{};
    syntax::Node decides{};  // a tensor on the device of the condition
};

// Tests in front of the new code make up for what the text does not show (`bias.shape == top.shape`): as few as
// suffice.
[[nodiscard]] Proven prove(const function::Facts& facts, const Predication& predication, proof::Answer answer,
                           const Given& given = {});

}  // namespace transforms::if_conversion
