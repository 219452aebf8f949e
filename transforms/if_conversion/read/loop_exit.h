// A loop of few rounds that the data ends early: all rounds run, and those behind the end leave everything as it is.
//
//     for _ in range(8):                       stopped = torch.zeros((), dtype=torch.bool, device=h.device)
//         new = torch.tanh(h)                  for _ in range(8):
//         if (new - h).abs().max() < tol:          new = torch.tanh(h)
//             break                                stopped = stopped | ((new - h).abs().max() < tol)
//         h = new                                  h = torch.where(stopped, h, new)
//
// What is assigned in front of the `break` is chosen in the round that ends the loop:
//
//     if hit.any():                            hits = hit.any()
//         best = new                           best = torch.where(hits & ~stopped, new, best)
//         break                                stopped = stopped | hits
//
// A round is a predication of its own, with an arm that does nothing; this is how one is read; prove/loop_exit.h has
// what is to be proven of it.
#pragma once

#include "transforms/if_conversion/read/branch.h"

namespace transforms::if_conversion {

// Of an `if c: break` directly in a `for`, perhaps behind assignments; false if it stands elsewhere.
[[nodiscard]] bool read_stop(const function::Facts& facts, Predication& read, proof::Proof& proof);

// The value that a variable has in front of the loop: it is proven that all rounds leave one alike.
[[nodiscard]] values::Value value_coming_in(const function::Facts& facts, const Predication& at,
                                            const names::Binding& variable);

}  // namespace transforms::if_conversion
