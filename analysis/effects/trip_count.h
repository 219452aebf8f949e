// How often a loop runs unless something ends it, as far as the source tells: by a number, by a constant, or by the
// default of a parameter, which callers may change. So it says what a rewrite is going to cost, and proves nothing.
#pragma once

#include "analysis/function/function_facts.h"

namespace effects {

// 0: not known, or what it goes through may be used up by others.
[[nodiscard]] double usual_rounds(const function::Facts& facts, syntax::Node iterable);

}  // namespace effects
