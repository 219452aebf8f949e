// Effects and checks as a part of the graph (effect.h), all those of a module that is rewritten in memory.
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"

namespace transforms::in_memory {

// All effects of a file at once.
[[nodiscard]] InMemory rewrite_effects(const analysis::Analysis& analysis, bool unsafe);

}  // namespace transforms::in_memory
