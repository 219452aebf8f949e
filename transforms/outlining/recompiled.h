// Where a function is compiled, others, which it calls, are compiled instead.
#pragma once

#include "analysis/values/program.h"
#include "transforms/edit/edit.h"

#include <optional>
#include <string>
#include <vector>

namespace transforms::outlining {

struct Recompiled {
    std::string decorator{};          // of each of the others, which is gone from the function: "@torch.compile"
    std::vector<edit::Edit> edits{};  // elsewhere
};

[[nodiscard]] bool is_method(const values::Program& program, syntax::Node function);

// `names` are those of the others, which are defined beside the function. Nothing where the function is compiled in a
// way that does not show how the others would be.
[[nodiscard]] std::optional<Recompiled> recompiled(const values::Program& program, syntax::Node function,
                                                   const std::vector<std::string>& names);

}  // namespace transforms::outlining
