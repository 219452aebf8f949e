// What stands in a comprehension or a lambda has no statement of its own, which is what proofs speak of. So it is read
// as if it had: as the loop, or the function, that does the same. What is written then goes back to where it stood.
//
//     kept = [s * 2 if s.mean() > 0 else s for s in states]       kept = []
//                                                                  for s in states:
//                                                                      kept.append(s * 2 if s.mean() > 0 else s)
#pragma once

#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::canonical {

// What the other rewrites make of it there; of what they write, that which stays within the expression.
[[nodiscard]] Proposal propose_spelled_out(Study& study, const rules::Finding& finding);

}  // namespace transforms::canonical
