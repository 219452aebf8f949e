// What is the same at two places of a function: sizes, numbers of variables, lists. For forward_stored_number.h, which
// reads there what was put into a tensor here.
#pragma once

#include "analysis/function/function_facts.h"

namespace effects {

// Reads the same value at both places: made of sizes, lengths of lists, and numbers of variables that are not assigned
// in between.
[[nodiscard]] bool is_lasting(const function::Facts& facts, syntax::Node expression, syntax::Node from,
                              syntax::Node to);
// Nothing changes the list from the one statement on until the last round of the loop.
[[nodiscard]] bool stays_list(const function::Facts& facts, syntax::Node list, syntax::Node from, syntax::Node loop);

}  // namespace effects
