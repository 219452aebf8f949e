// Liveness: which variables may be read later with the value that they have at a place. The rewrites ask it what a
// statement has to leave behind.
#pragma once

#include "analysis/flow/slot_set.h"
#include "analysis/flow/uses.h"

#include <string_view>
#include <vector>

namespace flow {

// A name that belongs to another scope is always live, and so is every name of a module or class. A variable that a
// function, lambda or generator captures is live from there on.
class Liveness {
  public:
    Liveness(const Graph& graph, const names::Module& names);

    // When control comes to the statement (or other node that the graph has elements of).
    [[nodiscard]] bool before(syntax::Node statement, std::string_view name) const;
    // When control has left it, by whichever way. Read by the statement itself does not count, unless it is in a loop.
    [[nodiscard]] bool after(syntax::Node statement, std::string_view name) const;
    // The variables of this scope that are live when control comes to a block, sorted.
    [[nodiscard]] std::vector<std::string_view> at_entry(BlockId block) const;

  private:
    [[nodiscard]] bool is_live(std::uint32_t element, std::uint32_t slot) const;  // in front of it
    [[nodiscard]] bool is_live(BlockId block, std::uint32_t slot) const;
    void solve_reads();
    [[nodiscard]] SlotSet read_before(BlockId block, std::uint32_t element) const;
    [[nodiscard]] SlotSet none() const { return SlotSet(uses_.scope().bindings.size()); }

    const Graph& graph_;
    Uses uses_;
    bool all_are_live_;
    std::vector<SlotSet> captured_;  // by block, at its entry
    std::vector<SlotSet> read_;      // by block, at its entry: may be read before it is bound again
};

}  // namespace flow
