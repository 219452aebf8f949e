// Events x rules -> Findings.
#pragma once

#include "analysis/rules/engine/one_graph.h"
#include "analysis/rules/finding.h"
#include "analysis/rules/rule.h"
#include "analysis/values/program.h"

#include <functional>
#include <vector>

namespace rules {

// All findings of a program: each cause once, with the shortest trail, sorted by position and code. Suppression
// comments and the user's selection of codes are not applied here. `cancelled` is polled now and then; what is found
// then is worth nothing.
[[nodiscard]] Verdict judge(const values::Program& program, const std::function<bool()>& cancelled = {});
[[nodiscard]] std::vector<Finding> run(const values::Program& program);
// Where something would break although all is compiled as one graph.
[[nodiscard]] Reached broken_as_one_graph(const values::Program& program);

}  // namespace rules
