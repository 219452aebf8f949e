// The effects of one function of a shell, each proven to mean the same behind the graph.
#pragma once

#include "transforms/epilogue/epilogue.h"

#include <span>

namespace transforms::epilogue {

// Fills in `effects`, when the calls of helpers are known. Refuses what would leave a break in the function, or an
// output.
void read_effects(const analysis::Analysis& analysis, Part& part, bool is_helper, Compiled::Form form,
                  proof::Proof& proof);

// What it prints, logs or warns names the function that does so: as records do.
[[nodiscard]] bool names_function(const function::Facts& facts, const in_graph::EffectSite& site);

}  // namespace transforms::epilogue
