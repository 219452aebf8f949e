// Where build.cpp puts elements down: the open block, labels of blocks that do not exist yet, and the handler of what
// follows. Knows nothing of Python.
#pragma once

#include "analysis/flow/graph.h"

#include <span>
#include <vector>

namespace flow {

struct Label {
    std::uint32_t index = no_block.index;
    constexpr bool operator==(const Label&) const = default;
    explicit constexpr operator bool() const { return index != no_block.index; }
};

class Assembler {
  public:
    struct To {
        EdgeKind kind;
        Label label;
    };

    explicit Assembler(syntax::Node body);

    [[nodiscard]] Label label();
    [[nodiscard]] Label handler() const { return handler_; }
    // Whether control can get here; emitting where it cannot makes an unreachable block.
    [[nodiscard]] bool open() const { return open_; }

    void emit(ElementKind kind, syntax::Node node);
    // What follows has this handler.
    void protect(Label handler);
    // What follows is what the label stands for; if no edge leads there and the block before is closed, nothing is.
    void place(Label label);
    // A label for what follows, to which an edge back may lead.
    [[nodiscard]] Label place_head();

    // These close the open block. Where there is none, branch() makes an unreachable one, the others do nothing.
    void jump(Label to, EdgeKind kind = EdgeKind::next);
    void branch(ElementKind kind, syntax::Node node, Label yes, Label no);
    void resume(std::span<const To> edges);
    void raise();

    [[nodiscard]] Graph finish(Label exit) &&;

  private:
    [[nodiscard]] bool is_blank() const;  // the open block has no elements yet
    void start();
    void close(Exit exit, std::span<const To> edges);
    void refer(Label label);
    [[nodiscard]] bool is_empty(BlockId id) const;
    [[nodiscard]] BlockId leads_on_to(BlockId id) const;
    [[nodiscard]] bool is_fallible(const Block& block) const;
    void resolve_labels();
    void mark_reachable();

    Graph graph_;                  // edges and handlers are labels until finish()
    std::vector<BlockId> blocks_;  // by label
    std::vector<bool> referenced_;
    Label handler_;
    bool open_ = false;
};

}  // namespace flow
