// Output that breaks the graph, kept for runs without compilation: `if not torch.compiler.is_compiling():` around it.
#pragma once

#include "analysis/analyze.h"
#include "analysis/function/function_facts.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

#include <string_view>
#include <vector>

namespace transforms::gates {

[[nodiscard]] Proposal propose_compiling_gate(Study& study, const rules::Finding& finding);

inline constexpr std::string_view is_compiling = ".compiler.is_compiling()", lost = "output is lost under compile";
// The statements, which follow upon each other, behind the gate.
[[nodiscard]] std::vector<edit::Edit> gated(const text::Source& source, const std::vector<syntax::Node>& statements,
                                            std::string_view indentation, std::string_view torch);
// A warning may be an error, and an error may be what the `with` or `try` around it is there for.
[[nodiscard]] bool is_watched(syntax::Node statement);
// Something else than its output is missing where it is not called.
[[nodiscard]] bool loses_more(const function::Facts& facts, syntax::Node call);

}  // namespace transforms::gates
