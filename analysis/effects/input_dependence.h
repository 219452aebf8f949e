// Whether a tensor certainly depends on an input of the graph: then nothing can be known of it while the graph is
// traced.
#pragma once

#include "analysis/function/function_facts.h"

namespace effects {

// The function itself is what torch.compile gets, and the tensor is computed from its parameters or from those of a
// module. Of any other function, somebody may hand it constants.
[[nodiscard]] bool depends_on_input(const function::Facts& facts, syntax::Node tensor);

}  // namespace effects
