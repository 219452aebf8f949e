// What the configuration of Dynamo makes part of the graph.
#pragma once

#include "analysis/rules/rule.h"
#include "analysis/values/program.h"

#include <string_view>

namespace rules {

struct Option {
    bool values::Dynamo::*flag;
    std::string_view name;  // in torch._dynamo.config
    bool whole = false;     // on where a whole graph is asked for
};

// The option under which what the rule says is part of the graph; null if there is none.
[[nodiscard]] const Option* option_of(const Rule& rule, const Remark& remark);

// Whether what the rule says does not break after all when the entry is compiled by a Dynamo that is told so.
[[nodiscard]] bool is_captured(const Rule& rule, const Remark& remark, const values::Entry& entry,
                               const values::Dynamo& told, torch::Release release);

}  // namespace rules
