// What a loop reads, and what it leaves behind: whether an operator can run it in the place of the program.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/proof/proof.h"

#include <set>
#include <string_view>
#include <vector>

namespace transforms::in_memory {

struct LoopNeeds {
    std::vector<std::string_view> written;  // tensors of the function that it writes to
    std::vector<std::string_view> read;     // its other variables, with a value in front of it
    std::vector<syntax::Node> moved;        // assignments in front of it that nothing else reads and that break as well
};

// Refuses a loop that leaves anything else behind. `breaks` are the places of findings.
[[nodiscard]] LoopNeeds read_loop(const function::Facts& facts, syntax::Node loop,
                                  const std::vector<syntax::Node>& breaks, proof::Proof& proof);

}  // namespace transforms::in_memory
