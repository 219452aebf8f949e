// The text of a branch on whether a mask has a true element, where that may not be asked for. For redundant_any.h.
#pragma once

#include "analysis/syntax/node.h"
#include "analysis/text/source.h"
#include "transforms/edit/edit.h"

#include <optional>
#include <string>
#include <vector>

namespace transforms::masks {

// The body takes the place of the branch; nothing where these share a line.
[[nodiscard]] std::optional<std::vector<edit::Edit>> unwrapped(const text::Source& source, syntax::Node branch);
// Where the tests hold, the mask is not asked.
[[nodiscard]] std::vector<edit::Edit> asked_less(const text::Source& source, syntax::Node branch,
                                                 const std::vector<std::string>& tests);

}  // namespace transforms::masks
