// A test whether a mask has a true element, around work that does nothing without one: layers and other code that takes
// the selected rows, and writes to the rows under the mask.
//
//   if hit.any():                          ->      out[hit] = self.net(x[hit])
//       out[hit] = self.net(x[hit])
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/condition/emptiness.h"
#include "transforms/proof/proof.h"

namespace transforms::masks {

// That the body of the branch may run with no elements; for redundant_any.h.
[[nodiscard]] proof::Proof prove_empty_selection(const function::Facts& facts, syntax::Node branch,
                                                 const condition::AskedMask& mask);

}  // namespace transforms::masks
