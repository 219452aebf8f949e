// Effects and checks as a part of the graph, by the runtime (runner/graphmend/effects): the call that breaks stays for
// eager, and an operator does the same when the graph runs.
//
//   _effect_9 = graphmend.effect(lambda i, value: print(f"step {i}: {value:.3f}"), "sample")
//   ...
//   _effect_9(i, x.max().detach()) if graphmend.compiling() else print(f"step {i}: {x.max():.3f}")
#pragma once

#include "analysis/analyze.h"
#include "transforms/fix.h"

#include <string>
#include <vector>

namespace transforms {

[[nodiscard]] Proposal propose_effect(const analysis::Analysis& analysis, const rules::Finding& finding);

// What became of one statement.
struct Treated {
    std::uint32_t line = 0;  // 1-based
    std::string function;    // qualified name
    std::string code;        // of the rule that found it
    std::string title;       // of what was done; empty if nothing was
    std::string declined;    // why not, or what it assumes
};

// All effects of a file at once, for a module that is rewritten in memory: no line moves.
struct Effects {
    std::vector<Edit> edits;  // well formed
    std::vector<Treated> treated;
};
[[nodiscard]] Effects rewrite_effects(const analysis::Analysis& analysis, bool unsafe);

}  // namespace transforms
