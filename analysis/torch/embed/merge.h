// Puts the rows of all files together: what is written by hand wins over what is generated, cell by cell and release by
// release, and aliases become rows.
#pragma once

#include "analysis/torch/embed/read.h"

#include <functional>

namespace embed {

[[nodiscard]] std::vector<Line> merge(const std::vector<Line>& generated, const std::vector<Line>& by_hand,
                                      Errors& errors);

// Every alias becomes a copy of the row that it stands for, which its cell "alias" names at last.
[[nodiscard]] std::vector<Line> resolve_aliases(std::vector<Line> rows, Errors& errors);

// What can be said of a row only when it is complete.
struct Known {
    std::function<bool(std::string_view name)> row;
    std::function<bool(std::string_view id)> graph_break;
};
void check(const std::vector<Line>& rows, const Known& known, Errors& errors);

// By these lines alone.
[[nodiscard]] Known known_from(const std::vector<Line>& rows, const std::vector<Line>& breaks);

}  // namespace embed
