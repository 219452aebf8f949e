// A loop of few rounds that the data ends early: all rounds run, and those behind the end leave everything as it is.
//
//     for _ in range(8):                       stopped = torch.zeros((), dtype=torch.bool, device=h.device)
//         new = torch.tanh(h)                  for _ in range(8):
//         if (new - h).abs().max() < tol:          new = torch.tanh(h)
//             break                                stopped = stopped | ((new - h).abs().max() < tol)
//         h = new                                  h = torch.where(stopped, h, new)
//
// A round is a predication of its own, with an arm that does nothing; these are the parts of it that only loops have.
#pragma once

#include "transforms/case.h"
#include "transforms/speculation.h"

namespace transforms {

// Of an `if c: break` directly in a `for`; false if it stands elsewhere.
[[nodiscard]] bool read_stop(const Facts& facts, Predication& read, Proof& proof);

// Nothing that a round reads is known to be another one than in the first round: an operation of that which raises for
// its shapes raises in the program, too.
[[nodiscard]] bool rounds_are_alike(const Facts& facts, const Predication& at);

// The value that a variable has in front of the loop: it is proven that all rounds leave one alike.
[[nodiscard]] values::Value value_coming_in(const Facts& facts, const Predication& at, const names::Binding& variable);

// The condition is asked in all rounds, behind what is assigned in front of it.
void check_asked(const Predication& at, bool alike, Forms& forms, Speculation& speculation);
[[nodiscard]] Forms forms_when_asked(const Predication& at, const Forms& forms);
[[nodiscard]] Assigned assigned_when_asked(const Predication& at);

// What is tested is known in front of the statement; of a loop it is tested once.
void tests_hold_in_front(Case& c);

}  // namespace transforms
