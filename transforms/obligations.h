// What has to be shown before a branch on a tensor may become a select. Each obligation is one function; all are in one
// list, in the order in which they are asked.
#pragma once

#include "transforms/predicate.h"
#include "transforms/predication.h"
#include "transforms/proof.h"
#include "transforms/text.h"

#include <vector>

namespace transforms {

struct Proven {
    Predicate predicate;
    Proof proof;
    std::vector<Replacement> lifted{};  // numbers that are written as tensors in the new code
};

// Tests in front of the new code make up for what the text does not show (`bias.shape == top.shape`): as few as suffice.
[[nodiscard]] Proven prove(const Facts& facts, const Predication& predication, Answer answer);

}  // namespace transforms
