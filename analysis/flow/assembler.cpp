#include "analysis/flow/assembler.h"

#include <algorithm>
#include <array>

namespace flow {

Assembler::Assembler(syntax::Node body) {
    graph_.body = body;
    start();
}

Label Assembler::label() {
    blocks_.push_back(no_block);
    referenced_.push_back(false);
    return {static_cast<std::uint32_t>(blocks_.size() - 1)};
}

void Assembler::refer(Label label) {
    if (label) referenced_[label.index] = true;
}

bool Assembler::is_blank() const { return graph_.blocks.back().elements_begin == graph_.all_elements.size(); }

void Assembler::start() {
    const auto begin = static_cast<std::uint32_t>(graph_.all_elements.size());
    graph_.blocks.push_back({.elements_begin = begin, .elements_end = begin, .handler = {handler_.index}});
    refer(handler_);
    open_ = true;
}

void Assembler::close(Exit exit, std::span<const To> edges) {
    Block& block = graph_.blocks.back();
    block.elements_end = static_cast<std::uint32_t>(graph_.all_elements.size());
    block.edges_begin = static_cast<std::uint32_t>(graph_.all_edges.size());
    for (const To& to : edges) {
        graph_.all_edges.push_back({.kind = to.kind, .target = {to.label.index}});
        refer(to.label);
    }
    block.edges_end = static_cast<std::uint32_t>(graph_.all_edges.size());
    block.exit = exit;
    open_ = false;
}

void Assembler::emit(ElementKind kind, syntax::Node node) {
    if (!open_) start();
    graph_.all_elements.push_back({.kind = kind, .node = node});
}

void Assembler::protect(Label handler) {
    if (handler == handler_) return;
    handler_ = handler;
    if (!open_) return;
    if (is_blank()) {
        graph_.blocks.back().handler = {handler.index};
        refer(handler);
    } else {
        place(label());
    }
}

void Assembler::place(Label label) {
    jump(label);
    if (!referenced_[label.index]) return;
    start();
    blocks_[label.index] = {static_cast<std::uint32_t>(graph_.blocks.size() - 1)};
}

Label Assembler::place_head() {
    if (!open_) start();
    const Label head = label();
    place(head);
    return head;
}

void Assembler::jump(Label to, EdgeKind kind) {
    const std::array edges{To{.kind = kind, .label = to}};
    if (open_) close(Exit::jump, edges);
}

void Assembler::branch(ElementKind kind, syntax::Node node, Label yes, Label no) {
    emit(kind, node);
    const std::array edges{To{.kind = EdgeKind::yes, .label = yes}, To{.kind = EdgeKind::no, .label = no}};
    close(Exit::branch, edges);
}

void Assembler::resume(std::span<const To> edges) {
    if (open_) close(Exit::resume, edges);
}

void Assembler::raise() {
    if (open_) close(Exit::raise, {});
}

Graph Assembler::finish(Label exit) && {
    place(exit);
    if (!open_) start();
    close(Exit::end, {});
    resolve_labels();
    mark_reachable();
    graph_.exit = {static_cast<std::uint32_t>(graph_.blocks.size() - 1)};
    return std::move(graph_);
}

// Labels become the numbers of blocks. Blocks that only lead on to another one disappear.
void Assembler::resolve_labels() {
    std::vector<Block>& blocks = graph_.blocks;
    std::vector<BlockId> stands_for(blocks.size());
    for (BlockId id{static_cast<std::uint32_t>(blocks.size())}; id.index-- > 0;) {
        const BlockId target = leads_on_to(id);
        stands_for[id.index] = target != no_block && target > id ? stands_for[target.index] : id;
    }
    for (BlockId& stand_in : stands_for) {  // those that lead back to the head of a loop, unless all of it is empty
        const BlockId target = leads_on_to(stand_in);
        if (target != no_block && !is_empty(stands_for[target.index])) stand_in = stands_for[target.index];
    }

    std::vector<BlockId> renumbered(blocks.size());
    std::uint32_t kept = 0;
    for (BlockId id; id.index < blocks.size(); ++id.index) {
        if (stands_for[id.index] != id) continue;
        renumbered[id.index] = {kept};
        blocks[kept++] = blocks[id.index];
    }
    blocks.resize(kept);

    const auto resolve = [&](BlockId label) { return renumbered[stands_for[blocks_[label.index].index].index]; };
    for (Block& block : blocks) {
        if (block.handler != no_block) block.handler = is_fallible(block) ? resolve(block.handler) : no_block;
        for (std::uint32_t edge = block.edges_begin; edge < block.edges_end; ++edge) {
            graph_.all_edges[edge].target = resolve(graph_.all_edges[edge].target);
        }
    }
}

bool Assembler::is_empty(BlockId id) const { return graph_[id].elements_begin == graph_[id].elements_end; }

// The target of a block that does nothing but to lead there.
BlockId Assembler::leads_on_to(BlockId id) const {
    const Block& block = graph_[id];
    if (id == Graph::entry || !is_empty(id)) return no_block;
    if (block.exit == Exit::jump) return blocks_[graph_.all_edges[block.edges_begin].target.index];
    if (block.exit == Exit::raise && block.handler != no_block) return blocks_[block.handler.index];
    return no_block;
}

bool Assembler::is_fallible(const Block& block) const {
    const auto elements = std::span(graph_.all_elements).first(block.elements_end).subspan(block.elements_begin);
    return block.exit == Exit::raise || std::ranges::any_of(elements, can_raise);
}

// One pass is enough: whatever leads back leads to the head of its loop, which comes first.
void Assembler::mark_reachable() {
    std::vector<Block>& blocks = graph_.blocks;
    blocks.front().reachable = true;
    for (BlockId id; id.index < blocks.size(); ++id.index) {
        if (!blocks[id.index].reachable) continue;
        if (blocks[id.index].handler != no_block) blocks[blocks[id.index].handler.index].reachable = true;
        for (const Edge& edge : graph_.edges(id)) {
            blocks[edge.target.index].reachable = true;
            graph_.cyclic |= edge.target <= id;
        }
    }
}

}  // namespace flow
