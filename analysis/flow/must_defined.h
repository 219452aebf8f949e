// Definite assignment: which variables are bound on every way that leads to a place. The rewrites ask before they read
// a variable where the program might not have.
#pragma once

#include "analysis/flow/slot_set.h"
#include "analysis/flow/uses.h"

#include <optional>
#include <string_view>
#include <vector>

namespace flow {

class MustDefined {
  public:
    MustDefined(const Graph& graph, const names::Module& names);

    // Whether `name` is bound whenever control comes to the statement (or other node that the graph has elements of).
    // False for a name that is not of this scope, and for a statement that control never comes to.
    [[nodiscard]] bool before(syntax::Node statement, std::string_view name) const;

  private:
    const Graph& graph_;
    Uses uses_;
    std::vector<std::optional<SlotSet>> entries_;  // by block
};

}  // namespace flow
