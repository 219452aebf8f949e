// Fixes that keep the numbers of variables tensors, together with the branches that they decide. For eliminate_item.h.
#pragma once

#include "transforms/rewrite.h"
#include "transforms/scalars/write_item.h"

#include <string>
#include <string_view>
#include <vector>

namespace transforms::scalars {

// Python's name for `torch`, and what the statement is indented by.
struct Style {
    std::string_view torch;
    std::string_view layout;
};

// What a fix rests on beside its guards.
struct Basis {
    std::vector<std::string> assumptions;
    bool doubtful = false;
};

[[nodiscard]] Proposal propose_variables(const analysis::Analysis& analysis, const function::Facts& facts,
                                         Readers& readers, const Style& style, const Basis& basis);

}  // namespace transforms::scalars
