// The control flow of one body: blocks of elements that run in order, and edges between them. Made by build.h,
// walked by fixpoint.h; the abstract interpreter executes its elements, the rewrites ask it what runs when.
#pragma once

#include "analysis/syntax/node.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace flow {

struct BlockId {
    std::uint32_t index = 0;
    constexpr auto operator<=>(const BlockId&) const = default;
};
inline constexpr BlockId no_block{0xffffffffU};

// What happens at an element, and what its node is.
enum class ElementKind : std::uint8_t {
    statement,  // a simple statement, `return`, `raise` and `break` included (an assert is its tests)
    evaluate,   // an expression of a header: the iterable of a `for`, a subject of a `match`, the message of an assert
    define,     // a function_definition or class_definition (its decorators: syntax::decorators_of)
    bind,       // what a header assigns: a for_statement or for_in_clause (its target gets the next item), an
                // except_clause (its alias), a case_clause (its captures)
    unbind,     // an except_clause whose alias is deleted at the end of it
    enter,      // a with_item: its expression, `__enter__` and the binding of its target
    leave,      // a with_item: `__exit__`
    produce,    // the body of a comprehension (one element of it, or a pair) or of a lambda (its result)
    // The last element of a block with Exit::branch is one of these; no other block holds them.
    test,     // an operand of a condition that holds no `and`, `or`, `not` at its top; false Node: text is missing
    next,     // a for_statement or for_in_clause: is there another item?
    match,    // a case_clause: does its pattern match?
    caught,   // an except_clause: is it for this exception?
    swallow,  // a with_item, behind its `leave` after an exception: does the exception end here?
};

struct Element {
    ElementKind kind = ElementKind::statement;
    syntax::Node node;
    constexpr bool operator==(const Element&) const = default;
};

// How control leaves a block that ran to its end.
enum class Exit : std::uint8_t {
    jump,    // one edge
    branch,  // two edges: the first is taken when the last element says yes, the second when it says no
    resume,  // some edges, and the graph does not tell which: the end of a `finally` has one for each way in which it
             // is entered
    raise,   // no edge: to the block's handler
    end,     // no edge: Graph::exit, and nothing else
};

enum class EdgeKind : std::uint8_t { next, yes, no, return_, break_, continue_, raise };

struct Edge {
    EdgeKind kind = EdgeKind::next;
    BlockId target;
    constexpr bool operator==(const Edge&) const = default;
};

struct Block {
    std::uint32_t elements_begin = 0, elements_end = 0;
    std::uint32_t edges_begin = 0, edges_end = 0;
    BlockId handler = no_block;  // where an exception in this block goes; none: out of the body, or there is none
    Exit exit = Exit::jump;
    bool reachable = false;  // code behind a `return` has blocks, too
};

// Plain vectors, built once. Blocks are numbered in source order, which is a topological order as well: every edge but
// those back to the head of a loop leads to a higher number, and a loop comes before what follows it. Block 0 is the
// entry, to which no edge leads.
struct Graph {
    syntax::Node body;  // what it is the graph of
    std::vector<Block> blocks;
    std::vector<Element> all_elements;
    std::vector<Edge> all_edges;
    BlockId exit;         // the last block: where the body ends without an exception
    bool cyclic = false;  // whether a reachable block may run more than once

    static constexpr BlockId entry{0};
    [[nodiscard]] const Block& operator[](BlockId id) const { return blocks[id.index]; }
    [[nodiscard]] std::span<const Element> elements(BlockId id) const;
    [[nodiscard]] std::span<const Edge> edges(BlockId id) const;

    // Elements are numbered through the blocks, so the first one of a statement is where control enters it.
    [[nodiscard]] std::optional<std::uint32_t> first_element_of(syntax::Node statement) const;
    [[nodiscard]] BlockId block_of(std::uint32_t element) const;
};

// Whether control can go to the handler at this element. Undoing (leave, unbind) and deciding who handles an exception
// (caught, swallow) count as infallible, so that a handler sees the state after they are done.
[[nodiscard]] bool can_raise(const Element& element);

// What a test decides: the if_statement, elif_clause, while_statement, assert_statement, or if_clause (of a
// comprehension, or the guard of a case) whose condition it is an operand of.
[[nodiscard]] syntax::Node decided_by(syntax::Node test);

[[nodiscard]] std::string_view kind_name(ElementKind kind);

}  // namespace flow
