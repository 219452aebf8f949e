// What has to hold so that an effect inside of a graph is that of the program.
#pragma once

#include "transforms/in_graph/site.h"

namespace transforms::in_graph {

void discharge(const function::Facts& facts, const EffectSite& site, proof::Proof& proof);

// Of a check that becomes an assertion of PyTorch.
void discharge_assertion(const function::Facts& facts, const EffectSite& site, proof::Proof& proof);

// The same where it acts behind the graph instead.
void discharge_behind(const function::Facts& facts, const EffectSite& site, proof::Proof& proof);

// Of a statement that only computes, but may raise inside of the graph.
void discharge_computation(const function::Facts& facts, syntax::Node statement, proof::Proof& proof);

}  // namespace transforms::in_graph
