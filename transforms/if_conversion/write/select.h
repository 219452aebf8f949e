// The text of a branch that became a select: lines in the style of the file, and the test in front of them.
#pragma once

#include "transforms/edit/edit.h"
#include "transforms/if_conversion/prove/obligations.h"

#include <string_view>
#include <vector>

namespace transforms::if_conversion {

// Python's name for `torch`, and what the statement is indented by.
struct Style {
    std::string_view torch;
    std::string_view indentation;
};

[[nodiscard]] std::vector<edit::Edit> edits_of(const function::Facts& facts, const Predication& predication,
                                               const Proven& proven, Style style);

}  // namespace transforms::if_conversion
