#include "analysis/flow/reaching.h"

#include "analysis/flow/fixpoint.h"

#include <algorithm>
#include <limits>

namespace flow {

using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max(), several = none - 1;

bool may_assign(ElementKind kind) {
    switch (kind) {
        case ElementKind::next:
        case ElementKind::match:
        case ElementKind::caught:
        case ElementKind::unbind:
        case ElementKind::leave:
        case ElementKind::swallow: return false;
        default: return true;
    }
}

struct LastAssigned {
    using State = std::uint32_t;

    const Graph& graph;
    const std::vector<std::pair<std::uint32_t, State>>& places;
    State at_entry;

    [[nodiscard]] State entry() const { return at_entry; }
    bool transfer(State& last, const Element& element) const {
        const auto at = static_cast<std::uint32_t>(&element - graph.all_elements.data());
        const auto behind = std::ranges::upper_bound(places, at, {}, &std::pair<std::uint32_t, State>::first);
        if (behind != places.begin() && (behind - 1)->first == at) last = (behind - 1)->second;
        return true;
    }
    static bool branch(State&, const Element&, bool) { return true; }
    static bool join(State& into, State from) {
        if (into == from || into == several) return false;
        into = several;
        return true;
    }
    static bool widen(State& into, State from) { return join(into, from); }
    static bool cancelled() { return false; }
};

}  // namespace

ElementIndex::ElementIndex(const Graph& graph) {
    for (std::uint32_t i = 0; i < graph.all_elements.size(); ++i) {
        const Element& element = graph.all_elements[i];
        if (!element.node) continue;
        if (may_assign(element.kind)) assigning_.try_emplace(element.node.index(), i);
        // What is around it was entered before, if something else in it was.
        for (Node node = element.node; node && node != graph.body; node = node.parent())
            if (!first_.try_emplace(node.index(), i).second) break;
    }
}

std::optional<std::uint32_t> ElementIndex::first_of(Node statement) const {
    const auto found = first_.find(statement.index());
    return found == first_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint32_t> ElementIndex::assigning(Node target) const {
    for (Node node = target; node; node = node.parent())
        if (const auto found = assigning_.find(node.index()); found != assigning_.end()) return found->second;
    return std::nullopt;
}

Reaching::Reaching(const Graph& graph, const ElementIndex& index, std::span<const Node> targets)
    : graph_(graph), index_(index) {
    State entry = none;
    for (std::uint32_t i = 0; i < targets.size(); ++i) {
        const auto element = index.assigning(targets[i]);
        if (element)
            places_.emplace_back(*element, i);
        else
            entry = i;
    }
    std::ranges::sort(places_);
    LastAssigned domain{graph, places_, entry};
    auto solution = solve(graph, domain);
    if (solution.complete) entries_ = std::move(solution.entries);
}

// With the last target of the block that comes before the element.
Reaching::State Reaching::state_before(BlockId block, std::uint32_t element) const {
    const auto behind = std::ranges::lower_bound(places_, element, {}, &std::pair<std::uint32_t, State>::first);
    if (behind != places_.begin() && (behind - 1)->first >= graph_[block].elements_begin) return (behind - 1)->second;
    return *entries_[block.index];
}

// Where control comes to the head of a loop from in front of it.
Reaching::State Reaching::state_outside(BlockId head) const {
    std::optional<State> all;
    for (BlockId id; id < head; ++id.index) {
        const auto leads_there = [&](const Edge& edge) { return edge.target == head; };
        if (!entries_[id.index] || std::ranges::none_of(graph_.edges(id), leads_there)) continue;
        const State state = state_before(id, graph_[id].elements_end);
        if (all) LastAssigned::join(*all, state);
        if (!all) all = state;
    }
    return all.value_or(none);
}

std::optional<std::size_t> Reaching::before(Node statement) const {
    const auto element = index_.first_of(statement);
    if (!element || entries_.empty()) return std::nullopt;
    const BlockId block = graph_.block_of(*element);
    if (!entries_[block.index]) return std::nullopt;
    const bool is_head = statement.is(Kind::while_statement) && graph_[block].elements_begin == *element;
    const State state = is_head ? state_outside(block) : state_before(block, *element);
    return state == none || state == several ? std::nullopt : std::optional<std::size_t>(state);
}

}  // namespace flow
