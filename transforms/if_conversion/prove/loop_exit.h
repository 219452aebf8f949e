// What is to be proven of a loop that the data ends early (read/loop_exit.h), for obligations.cpp and its like.
#pragma once

#include "transforms/if_conversion/prove/context.h"
#include "transforms/speculation/speculation.h"

namespace transforms::if_conversion {

// Or it is assumed that nobody minds to run all of them.
void rounds_are_few(Case& c);

// Nothing that a round reads is known to be another one than in the first round: an operation of that which raises for
// its shapes raises in the program, too.
[[nodiscard]] bool rounds_are_alike(const function::Facts& facts, const Predication& at);

// The condition is asked in all rounds, behind what is assigned in front of it.
void check_asked(const Predication& at, bool alike, metadata::Forms& forms, speculation::Speculation& speculation);
[[nodiscard]] metadata::Forms forms_when_asked(const Predication& at, const metadata::Forms& forms);
[[nodiscard]] effects::Assigned assigned_when_asked(const Predication& at);

// What is tested is known in front of the statement; of a loop it is tested once.
void tests_hold_in_front(Case& c);

}  // namespace transforms::if_conversion
