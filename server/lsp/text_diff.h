// Two texts -> the edit between them. Used by the action that applies all safe fixes.
#pragma once

#include "analysis/text/source.h"
#include "transforms/transforms.h"

#include <string_view>

namespace lsp {

// One edit of whole lines, from the first that differs to the last: the protocol has no position within a CRLF.
[[nodiscard]] transforms::Edit difference(const text::Source& before, std::string_view after);

}  // namespace lsp
