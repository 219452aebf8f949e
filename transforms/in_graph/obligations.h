// What has to hold so that an effect inside of a graph is that of the program.
#pragma once

#include "transforms/in_graph/site.h"

namespace transforms {

void discharge(const Facts& facts, const EffectSite& site, Proof& proof);

// The same where it acts behind the graph instead.
void discharge_behind(const Facts& facts, const EffectSite& site, Proof& proof);

// Of a statement that only computes, but may raise inside of the graph.
void discharge_computation(const Facts& facts, syntax::Node statement, Proof& proof);

}  // namespace transforms
