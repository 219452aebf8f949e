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
//
// Of what fails, only a list tells how far it came. So where something behind an effect may fail, be it for shapes or
// dtypes, and in loops, branches and helpers, the values are put into a list, which the function around reads whatever
// happens. What cannot even be compiled has done nothing: it runs in eager then, up to where it fails.
//
//   @torch.compile                          @torch.compile
//   def scaled(x, w):                       def _scaled_graph(effects, x, w):
//       top = x.max()                           top = x.max()
//       if top > 9.0:                  ->       effects.append((top > 9.0, top))
//           raise ValueError(f"{top}")          return x @ w
//       return x @ w
//                                           def scaled(x, w):
//                                               effects = []
//                                               try:
//                                                   return _scaled_graph(effects, x, w)
//                                               except Exception:
//                                                   if not effects:
//                                                       torch.compiler.disable(_scaled_graph)(effects, x, w)
//                                                   raise
//                                               finally:
//                                                   for value, top in effects:
//                                                       if value:
//                                                           raise ValueError(f"{top}")
#pragma once

#include "analysis/analyze.h"
#include "transforms/epilogue/compile_site.h"
#include "transforms/in_graph/site.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

#include <memory>
#include <utility>
#include <vector>

namespace transforms::epilogue {

// A function with effects: the compiled one, or a helper that it calls, which may be a method of its class.
struct Part {
    const function::Facts* facts = nullptr;
    std::vector<in_graph::EffectSite> effects{};                  // in the order of the text
    std::vector<std::pair<syntax::Node, std::size_t>> helpers{};  // calls, and which part it is that they call

    [[nodiscard]] syntax::Node function() const { return facts->function(); }
    // That the node is in; null if in none.
    [[nodiscard]] const in_graph::EffectSite* effect_at(syntax::Node node) const;
    [[nodiscard]] bool acts_in(syntax::Node statement) const;  // there, or in a helper that is called there
};

// Of a method; none of another function.
[[nodiscard]] syntax::Node class_of(syntax::Node function);

struct Shell {
    std::shared_ptr<const function::AllFacts> all{};
    Compiled compiled{};
    std::vector<Part> parts{};  // the compiled function first
    bool recorded = false;      // in a list
    bool begins = false;        // which also tells that the code has begun: nothing is to be done twice
};

[[nodiscard]] Proposal propose_shell(Study& study, const rules::Finding& finding);
// With the values as results, though something behind an effect may fail: of that call, nothing is told then.
[[nodiscard]] Proposal propose_shell_without_list(Study& study, const rules::Finding& finding);

// Whether it is better than an effect inside of the graph where both can be had: it costs the graph nothing. Lines
// move, so not where one is told, as in log records.
[[nodiscard]] bool is_better_split(Study& study, const rules::Finding& finding);

// Behind the first effect everything runs before it now. What of it somebody could tell by, or none (reordering.cpp).
[[nodiscard]] syntax::Node observable_behind(const Shell& shell);

// Statements that run while nothing has been put into the list (may_raise.cpp).
[[nodiscard]] std::vector<syntax::Node> before_first_effect(const Shell& shell);
// What is written or drawn there, and must not be done twice; or none.
[[nodiscard]] syntax::Node done_before(const Shell& shell);
// What may fail there although shapes and dtypes fit; or none (reordering.cpp).
[[nodiscard]] syntax::Node may_fail_before(const Shell& shell);

// Whether something behind the first effect may fail, for shapes or dtypes. All effects are statements of the function.
[[nodiscard]] bool may_fail_behind(const Shell& shell);

// The edits, written by writer.cpp; none if the layout is not one that can be taken apart.
[[nodiscard]] std::vector<edit::Edit> split(const Shell& shell);

}  // namespace transforms::epilogue
