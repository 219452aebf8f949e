#include "analysis/flow/liveness.h"

#include "analysis/flow/fixpoint.h"

#include <algorithm>

namespace flow {

namespace {

void capture(SlotSet& captured, std::span<const Use> uses) {
    for (const Use& use : uses) {
        if (use.form == Use::Form::capture) captured.insert(use.slot);
    }
}

struct Captures {
    using State = SlotSet;

    const Graph& graph;
    const Uses& uses;

    [[nodiscard]] State entry() const { return SlotSet(uses.scope().bindings.size()); }
    bool transfer(State& captured, const Element& element) const {
        capture(captured, uses.of(static_cast<std::uint32_t>(&element - graph.all_elements.data())));
        return true;
    }
    static bool branch(State&, const Element&, bool) { return true; }
    static bool join(State& into, const State& from) { return into.unite(from); }
    static bool widen(State& into, const State& from) { return into.unite(from); }
    static bool cancelled() { return false; }
};

}  // namespace

Liveness::Liveness(const Graph& graph, const names::Module& names) : graph_(graph), uses_(graph, names) {
    const names::ScopeKind kind = uses_.scope().kind;
    all_are_live_ = uses_.all_are_read() || kind == names::ScopeKind::module || kind == names::ScopeKind::class_;
    Captures domain{graph, uses_};
    for (auto& entry : solve(graph, domain).entries) captured_.push_back(entry ? std::move(*entry) : none());
    solve_reads();
}

// Backwards, with the numbers of the blocks as order: once for code without loops, and once more for each loop around.
void Liveness::solve_reads() {
    read_.assign(graph_.blocks.size(), none());
    for (bool changed = true; changed;) {
        changed = false;
        for (BlockId id{static_cast<std::uint32_t>(graph_.blocks.size())}; id.index-- > 0;) {
            changed |= read_[id.index].unite(read_before(id, graph_[id].elements_begin));
        }
        if (!graph_.cyclic) return;
    }
}

SlotSet Liveness::read_before(BlockId id, std::uint32_t element) const {
    const Block& block = graph_[id];
    SlotSet live = none();
    for (const Edge& edge : graph_.edges(id)) live.unite(read_[edge.target.index]);
    const SlotSet* handler = block.handler != no_block ? &read_[block.handler.index] : nullptr;
    if (handler && block.exit == Exit::raise) live.unite(*handler);
    for (std::uint32_t i = block.elements_end; i-- > element;) {
        const bool raises = handler && can_raise(graph_.all_elements[i]);
        if (raises) live.unite(*handler);
        for (const Use& use : uses_.of(i)) {
            if (use.form == Use::Form::bind || use.form == Use::Form::unbind) live.erase(use.slot);
        }
        for (const Use& use : uses_.of(i)) {
            if (use.form == Use::Form::read || use.form == Use::Form::capture) live.insert(use.slot);
        }
        if (raises) live.unite(*handler);
    }
    return live;
}

bool Liveness::is_live(BlockId block, std::uint32_t slot) const {
    return read_[block.index].contains(slot) || captured_[block.index].contains(slot);
}

bool Liveness::is_live(std::uint32_t element, std::uint32_t slot) const {
    const BlockId id = graph_.block_of(element);
    SlotSet captured = captured_[id.index];
    for (std::uint32_t i = graph_[id].elements_begin; i < element; ++i) capture(captured, uses_.of(i));
    return captured.contains(slot) || read_before(id, element).contains(slot);
}

bool Liveness::before(syntax::Node statement, std::string_view name) const {
    const auto slot = uses_.slot(name);
    if (!slot || all_are_live_) return true;
    const auto element = graph_.first_element_of(statement);
    return element && is_live(*element, *slot);
}

bool Liveness::after(syntax::Node statement, std::string_view name) const {
    const auto slot = uses_.slot(name);
    if (!slot || all_are_live_) return true;
    const auto inside = [&](std::uint32_t element) { return is_within(graph_.all_elements[element].node, statement); };
    const auto enters_live = [&](BlockId id) {
        const Block& block = graph_[id];
        return (block.elements_begin == block.elements_end || !inside(block.elements_begin)) && is_live(id, *slot);
    };
    for (BlockId id; id.index < graph_.blocks.size(); ++id.index) {
        const Block& block = graph_[id];
        bool leaves = false;
        for (std::uint32_t i = block.elements_begin; i < block.elements_end; ++i) {
            if (leaves && !inside(i) && is_live(i, *slot)) return true;
            leaves = inside(i);
            if (leaves && block.handler != no_block && enters_live(block.handler)) return true;
        }
        if (!leaves) continue;
        for (const Edge& edge : graph_.edges(id)) {
            if (enters_live(edge.target)) return true;
        }
    }
    return false;
}

std::vector<std::string_view> Liveness::at_entry(BlockId block) const {
    std::vector<std::string_view> live;
    for (std::uint32_t slot = 0; slot < uses_.scope().bindings.size(); ++slot) {
        if (all_are_live_ || is_live(block, slot)) live.push_back(uses_.scope().bindings[slot].text);
    }
    std::ranges::sort(live);
    return live;
}

}  // namespace flow
