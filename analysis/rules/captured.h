// What the configuration of Dynamo makes part of the graph.
#pragma once

#include "analysis/rules/rule.h"
#include "analysis/values/program.h"

namespace rules {

// Whether what the rule says does not break after all when the entry is compiled.
[[nodiscard]] bool is_captured(const Rule& rule, const Remark& remark, const values::Entry& entry,
                               const values::Program& program);

}  // namespace rules
