// What has to be shown besides of a check that raises inside of a graph: with the error the graph ends, and what Python
// was to write around it is not written. What its callers write is looked at when the graph is made (runner,
// witnesses.py); an assertion of PyTorch has no such witness.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/in_graph/site.h"
#include "transforms/proof/proof.h"

namespace transforms::in_graph {

void nothing_written_before(const function::Facts& facts, const EffectSite& site, proof::Proof& proof);
void nothing_drawn_behind(const function::Facts& facts, const EffectSite& site, proof::Proof& proof);
// What the graph draws comes behind the checks in front of it (runner, inductor.py).
void nothing_drawn_by_python(const function::Facts& facts, const EffectSite& site, proof::Proof& proof);
// Compiled code that calls the function stands in a `try`, which would see no exception, and whose `finally` would not
// run.
void no_try_around_calls(const function::Facts& facts, const EffectSite& site, proof::Proof& proof);
void not_about_sizes(const function::Facts& facts, const EffectSite& site, proof::Proof& proof);

}  // namespace transforms::in_graph
