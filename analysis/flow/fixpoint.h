// Solves a forward data-flow problem on a Graph: visits its blocks in topological order, loops again and again until
// nothing changes, and those within others first. The abstract interpreter, must_defined.h and liveness.h plug in their
// domains.
#pragma once

#include "analysis/flow/graph.h"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace flow {

// What the solver asks of a domain:
//   State                         what is known at one point
//   entry()                       the State in which the body starts
//   transfer(state, element)      run one element; false: control never gets past it (a call that always raises)
//   branch(state, element, yes)   keep what holds where the last element of a branch says yes (or no); false: it never
//                                 says so. Called right after the element's transfer, first for yes, then for no, each
//                                 on its own copy of the state: the domain may remember the test's value in between
//   join(into, from)              make `into` cover both; whether it changed
//   widen(into, from)             as join, but a chain of them ends. Takes the place of join on the edge back to the
//                                 head of a loop, once that was visited `widen_after` times
//   cancelled()                   polled before each block
template <class D>
concept Domain = std::copyable<typename D::State> &&
    requires(D domain, typename D::State state, const typename D::State& from, const Element& element, bool yes) {
    { domain.entry() } -> std::same_as<typename D::State>;
    { domain.transfer(state, element) } -> std::same_as<bool>;
    { domain.branch(state, element, yes) } -> std::same_as<bool>;
    { domain.join(state, from) } -> std::same_as<bool>;
    { domain.widen(state, from) } -> std::same_as<bool>;
    { domain.cancelled() } -> std::same_as<bool>;
};

inline constexpr std::uint32_t widen_after = 3;
inline constexpr std::uint32_t max_visits = 100;  // per block, on average

template <class State>
struct Solution {
    std::vector<std::optional<State>> entries;  // by block; nullopt: control never gets there
    bool complete = false;  // false: cancelled, or out of visits; the entries do not cover all that may happen

    [[nodiscard]] const std::optional<State>& operator[](BlockId id) const { return entries[id.index]; }
};

// Which entries the solution has in the end.
enum class Keep : bool {
    exit,  // a graph that is not cyclic is solved without copies, by moving from the others; there is no replay then
    entries,
};

template <Domain D>
class Solver {
  public:
    using State = typename D::State;

    Solver(const Graph& graph, D& domain, Keep keep)
        : graph_(graph), domain_(domain), keep_(keep == Keep::entries || graph.cyclic), pending_(graph.blocks.size()),
          visits_(graph.blocks.size()) {
        solution_.entries.resize(graph.blocks.size());
        if (graph.cyclic) find_loops();
    }

    Solution<State> run() && {
        arrive(Graph::entry, domain_.entry(), Graph::entry);
        std::size_t budget = std::size_t{max_visits} * graph_.blocks.size();
        for (BlockId id = Graph::entry; id.index < graph_.blocks.size(); id = behind(id)) {
            if (!pending_[id.index]) continue;
            if (budget-- == 0 || domain_.cancelled()) return std::move(solution_);
            pending_[id.index] = false;
            ++visits_[id.index];
            visit(id);
        }
        solution_.complete = true;
        return std::move(solution_);
    }

  private:
    struct Loop {
        BlockId end, head;  // its last block and its first
    };

    void find_loops() {
        std::vector<BlockId> ends(graph_.blocks.size(), no_block);
        for (BlockId id; id.index < graph_.blocks.size(); ++id.index)
            for (const Edge& edge : graph_.edges(id))
                if (edge.target <= id) ends[edge.target.index] = id;
        // Inner loops have the later heads. What leads back from one may be its head, though its body comes behind
        // that.
        for (BlockId head{static_cast<std::uint32_t>(ends.size())}; head.index-- > 0;) {
            BlockId end = ends[head.index];
            if (end == no_block) continue;
            for (auto inner = loops_.rbegin(); inner != loops_.rend() && inner->head <= end; ++inner)
                end = std::max(end, inner->end);
            loops_.push_back({end, head});
        }
        std::ranges::stable_sort(loops_, {}, &Loop::end);
    }

    // Where to look for the next pending block: in the loop that ends here, as long as its head is one.
    BlockId behind(BlockId id) const {
        for (auto loop = std::ranges::lower_bound(loops_, id, {}, &Loop::end); loop != loops_.end(); ++loop) {
            if (loop->end != id) break;
            if (pending_[loop->head.index]) return loop->head;
        }
        return {id.index + 1};
    }

    void visit(BlockId id) {
        const Block& block = graph_[id];
        if (block.exit == Exit::end) return;
        std::optional<State>& entry = solution_.entries[id.index];
        State state = keep_ ? State(*entry) : std::move(*entry);
        const bool handled = block.handler != no_block;
        bool seen = !handled;  // by the handler
        for (const Element& element : graph_.elements(id)) {
            const bool raises = handled && can_raise(element);
            if (raises && !seen) arrive(block.handler, state, id);
            const bool completes = domain_.transfer(state, element);
            if (raises) arrive(block.handler, state, id);
            seen = raises || !handled;
            if (!completes) return;
        }
        if (block.exit == Exit::raise && !seen) return arrive(block.handler, std::move(state), id);
        leave(id, std::move(state));
    }

    void leave(BlockId id, State state) {
        const auto edges = graph_.edges(id);
        if (edges.empty()) return;
        const bool branches = graph_[id].exit == Exit::branch;
        for (const Edge& edge : edges.first(edges.size() - 1)) {
            State copy = state;
            const bool taken = !branches || domain_.branch(copy, graph_.elements(id).back(), true);
            if (taken) arrive(edge.target, std::move(copy), id);
        }
        const bool taken = !branches || domain_.branch(state, graph_.elements(id).back(), false);
        if (taken) arrive(edges.back().target, std::move(state), id);
    }

    template <class S>
    void arrive(BlockId id, S&& state, BlockId from) {
        std::optional<State>& entry = solution_.entries[id.index];
        if (!entry) {
            entry.emplace(std::forward<S>(state));
        } else {
            const bool widens = id <= from && visits_[id.index] >= widen_after;
            if (!(widens ? domain_.widen(*entry, state) : domain_.join(*entry, state))) return;
        }
        pending_[id.index] = true;
    }

    const Graph& graph_;
    D& domain_;
    const bool keep_;
    std::vector<bool> pending_;
    std::vector<std::uint32_t> visits_;
    std::vector<Loop> loops_;  // by their ends
    Solution<State> solution_;
};

// On a graph that is not cyclic, the domain transfers each reachable element exactly once, from its final state.
template <Domain D>
[[nodiscard]] Solution<typename D::State> solve(const Graph& graph, D& domain, Keep keep = Keep::entries) {
    return Solver<D>(graph, domain, keep).run();
}

// Transfers each reachable element once more, from its final state and in the order of the graph. Uses the solution up.
template <Domain D>
void replay(const Graph& graph, D& domain, Solution<typename D::State> solution) {
    for (BlockId id; id.index < graph.blocks.size(); ++id.index) {
        std::optional<typename D::State>& state = solution.entries[id.index];
        if (!state || domain.cancelled()) continue;
        for (const Element& element : graph.elements(id)) {
            if (!domain.transfer(*state, element)) break;
        }
    }
}

}  // namespace flow
