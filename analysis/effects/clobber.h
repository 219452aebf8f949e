// Which tensors something is, or may be a view of, and whether they are written to since. For provenance.h.
#pragma once

#include "analysis/function/function_facts.h"

namespace effects {

// `y[m] = w[m]`, `y[:2].copy_(w)`, `part.add_(w)` where part is a view of y, or both are views of another tensor: when
// control comes to `to`, the tensor may hold more than the assigned expression.
[[nodiscard]] bool is_written_since(const function::Facts& facts, const function::Definition& definition,
                                    syntax::Node to);

}  // namespace effects
