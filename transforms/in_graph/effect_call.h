// An effect as an operator of the runtime: what is proven of it, how the operator is made, and how it is called.
#pragma once

#include "transforms/edit/edit.h"
#include "transforms/in_graph/site.h"
#include "transforms/study.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::in_graph {

// One statement, read and proven.
struct ProvenEffect {
    EffectSite effect;
    proof::Proof proof;
    std::string function;
    std::uint32_t line = 0;  // 1-based
};

// Null if the finding is about no statement of a function that is short enough.
[[nodiscard]] std::unique_ptr<ProvenEffect> prove_effect(Study& study, const rules::Finding& finding);
// `name = module.effect(lambda ...)`
[[nodiscard]] std::string definition_of(const ProvenEffect& site, std::string_view module, std::string_view name,
                                        bool with_line);
// An output becomes `graphmend.compiling() and SITE(...) or output`, what raises if it holds
// `not (graphmend.compiling() and SITE(...)) and condition`.
[[nodiscard]] std::vector<edit::Edit> use_of(const EffectSite& effect, std::string_view module, std::string_view name);
[[nodiscard]] std::string_view title_of(const EffectSite& effect);

}  // namespace transforms::in_graph
