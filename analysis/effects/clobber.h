// Which tensors something is, or may be a view of, and whether they are written to since. For provenance.h and
// saved_for_backward.h.
#pragma once

#include "analysis/function/function_facts.h"

namespace effects {

// What the node updates in place: `h` of `h += 1`, `h[0] = 1` and `h.mul_(2)`; none of other code, and of functions.
[[nodiscard]] syntax::Node updated_in(const function::Facts& facts, syntax::Node node);

// `y[m] = w[m]`, `y[:2].copy_(w)`, `part.add_(w)` where part is a view of y, or both are views of another tensor: when
// control comes to `to`, the tensor may hold more than the assigned expression.
[[nodiscard]] bool is_written_since(const function::Facts& facts, const function::Definition& definition,
                                    syntax::Node to);

}  // namespace effects
