// Nodes in the order in which they are read, an operand before the operation that turns out to be around it; written
// into a Tree in the order that trees have. Private to this folder.
#pragma once

#include "analysis/syntax/tree.h"
#include "analysis/text/span.h"

#include <cstdint>
#include <vector>

namespace syntax {

class Drafts {
  public:
    using Id = std::uint32_t;

    struct Draft {
        Kind kind;
        Field field;
        Op op;
        std::uint32_t begin, end;
        Id first_child, last_child, next_sibling;  // 0: none
    };

    explicit Drafts(std::size_t expected);

    Draft& operator[](Id id) { return drafts_[id]; }
    Id make(Kind kind, text::Span span, Op op = Op::none);
    // As its last child, which it then reaches to the end of.
    void add(Id parent, Id child, Field field = Field::none);

    // False: something lies too deep.
    [[nodiscard]] bool write(Id root, Tree& tree) const;

  private:
    std::vector<Draft> drafts_;
};

}  // namespace syntax
