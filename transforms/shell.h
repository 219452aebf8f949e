// Effects behind the compiled code: what it compiles becomes a function of its own, and the function of the program
// calls that, then prints, logs, warns and checks. It needs no runtime.
//
//   @torch.compile                          @torch.compile
//   def scaled(x):                          def _scaled_graph(x):
//       top = x.max()                           top = x.max()
//       if top > 9.0:                  ->       return x * 2.0, top
//           raise ValueError(f"{top}")
//       return x * 2.0                      def scaled(x):
//                                               result, top = _scaled_graph(x)
//                                               if top > 9.0:
//                                                   raise ValueError(f"{top}")
//                                               return result
#pragma once

#include "analysis/analyze.h"
#include "transforms/effect_site.h"
#include "transforms/fix.h"

#include <vector>

namespace transforms {

// A function that can be split so: its effects are statements of its body, in order, and its last one returns.
struct Shell {
    syntax::Node definition;  // the decorated_definition
    syntax::Node function;
    std::vector<EffectSite> effects;
    syntax::Node result;  // the returned expression
};

[[nodiscard]] Proposal propose_shell(const analysis::Analysis& analysis, const rules::Finding& finding);

// Whether it is better than an effect inside of the graph where both can be had: it costs the graph nothing. Lines move,
// so not where one is told, as in log records.
[[nodiscard]] bool is_better_split(const analysis::Analysis& analysis, const rules::Finding& finding);

// The edits, written by shell_text.cpp; none if the layout is not one that can be taken apart.
[[nodiscard]] std::vector<Edit> split(const Facts& facts, const Shell& shell);

}  // namespace transforms
