// Reaching definitions of one place in memory, a variable or an item of a dict: which of its assignments control came
// by last, whichever way it came. Asked by function::Facts.
#pragma once

#include "analysis/flow/graph.h"

#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace flow {

// Where in a graph a node of the text is.
class ElementIndex {
  public:
    explicit ElementIndex(const Graph& graph);
    // The first element of the statement, where control enters it; nothing if there is none.
    [[nodiscard]] std::optional<std::uint32_t> first_of(syntax::Node statement) const;
    // The element that assigns what the node names; nothing for a parameter.
    [[nodiscard]] std::optional<std::uint32_t> assigning(syntax::Node target) const;

  private:
    std::unordered_map<std::uint32_t, std::uint32_t> first_;      // by the index of the node
    std::unordered_map<std::uint32_t, std::uint32_t> assigning_;  // likewise
};

class Reaching {
  public:
    // `targets` are what the assignments bind, and what comes in as a parameter, in the order of the text. The graph
    // and its index outlive it.
    Reaching(const Graph& graph, const ElementIndex& index, std::span<const syntax::Node> targets);

    // The target that every way to the statement came by last: on the way in, if that is a loop. Nothing where
    // different ways come by different ones, or by none.
    [[nodiscard]] std::optional<std::size_t> before(syntax::Node statement) const;

  private:
    using State = std::uint32_t;  // a target, or one of the two below
    [[nodiscard]] State state_before(BlockId block, std::uint32_t element) const;
    [[nodiscard]] State state_outside(BlockId head) const;

    const Graph& graph_;
    const ElementIndex& index_;
    std::vector<std::pair<std::uint32_t, State>> places_;  // elements and the targets that they assign, in order
    std::vector<std::optional<State>> entries_;            // by block
};

}  // namespace flow
