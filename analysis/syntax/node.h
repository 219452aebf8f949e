// A place in a Tree: two words, copied freely, valid as long as its Tree. A default Node is "no node" and false.
#pragma once

#include "analysis/syntax/kinds.h"
#include "analysis/text/span.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace syntax {

class Tree;
class Children;

class Node {
  public:
    constexpr Node() = default;
    constexpr Node(const Tree* tree, std::uint32_t index) : tree_(tree), index_(index) {}

    explicit constexpr operator bool() const { return tree_ != nullptr; }
    constexpr bool operator==(const Node& other) const = default;

    // Dense and in source order (parents before children): the key of tables about nodes.
    [[nodiscard]] constexpr std::uint32_t index() const { return index_; }
    [[nodiscard]] constexpr const Tree* tree() const { return tree_; }

    // A Node that is false answers Kind::error, an empty span, no children and no parent.
    [[nodiscard]] Kind kind() const;
    [[nodiscard]] Field field() const;  // its role in its parent
    [[nodiscard]] Op op() const;
    [[nodiscard]] text::Span span() const;
    [[nodiscard]] std::string_view text() const;
    [[nodiscard]] Node parent() const;
    [[nodiscard]] Children children() const;      // named nodes without comments
    [[nodiscard]] Node child(Field field) const;  // the first with this role
    [[nodiscard]] Node child(Kind kind) const;    // the first of this kind
    [[nodiscard]] Node first_child() const;
    [[nodiscard]] Node next_sibling() const;
    [[nodiscard]] std::uint32_t end_index() const;  // behind its last descendant: [index, end_index) is the subtree
    [[nodiscard]] bool is(Kind kind) const { return this->kind() == kind; }

  private:
    const Tree* tree_ = nullptr;
    std::uint32_t index_ = 0;
};

// A range of siblings for range-for.
class Children {
  public:
    class Iterator {
      public:
        constexpr explicit Iterator(Node node) : node_(node) {}
        constexpr Node operator*() const { return node_; }
        Iterator& operator++() {
            node_ = node_.next_sibling();
            return *this;
        }
        constexpr bool operator==(const Iterator&) const = default;

      private:
        Node node_;
    };

    constexpr explicit Children(Node first) : first_(first) {}
    [[nodiscard]] Iterator begin() const { return Iterator(first_); }
    [[nodiscard]] Iterator end() const { return Iterator(Node{}); }
    [[nodiscard]] bool empty() const { return !first_; }

  private:
    Node first_;
};

// Nodes that lie one behind the other in the text, parents before children.
class Nodes {
  public:
    class Iterator {
      public:
        using value_type = Node;
        using difference_type = std::ptrdiff_t;
        constexpr Iterator() = default;
        constexpr explicit Iterator(Node node) : node_(node) {}
        constexpr Node operator*() const { return node_; }
        constexpr Iterator& operator++() {
            node_ = {node_.tree(), node_.index() + 1};
            return *this;
        }
        constexpr Iterator operator++(int) {
            const Iterator before = *this;
            ++*this;
            return before;
        }
        constexpr bool operator==(const Iterator&) const = default;

      private:
        Node node_;
    };

    constexpr Nodes(const Tree* tree, std::uint32_t first, std::uint32_t end)
        : first_(tree, first), end_(tree, first < end ? end : first) {}
    [[nodiscard]] constexpr Iterator begin() const { return Iterator(first_); }
    [[nodiscard]] constexpr Iterator end() const { return Iterator(end_); }

  private:
    Node first_, end_;
};
[[nodiscard]] inline Nodes subtree(Node root) { return {root.tree(), root.index(), root.end_index()}; }
[[nodiscard]] inline Nodes descendants(Node root) { return {root.tree(), root.index() + 1, root.end_index()}; }
[[nodiscard]] inline Nodes behind(Node from, Node whole) { return {from.tree(), from.end_index(), whole.end_index()}; }
// Behind the one and in front of the other.
[[nodiscard]] inline Nodes between(Node from, Node to) { return {from.tree(), from.end_index(), to.index()}; }

// `as<Call>(node)`: the typed view (python.h) if the node is of its kind.
template <class View>
[[nodiscard]] std::optional<View> as(Node node) {
    if (!node || !View::matches(node.kind())) return std::nullopt;
    return View{node};
}

[[nodiscard]] Node unparenthesized(Node expression);  // `((x))` -> `x`
[[nodiscard]] Node statement_of(Node node);  // the innermost statement, or header of a compound one, that holds it
[[nodiscard]] Node function_of(Node node);   // the innermost enclosing function_definition or lambda, not itself
[[nodiscard]] bool is_statement(Kind kind);
[[nodiscard]] bool is_within(Node node, Node ancestor);

}  // namespace syntax

template <>
struct std::hash<syntax::Node> {
    std::size_t operator()(syntax::Node node) const noexcept {
        return std::hash<const void*>()(node.tree()) ^ (node.index() * 0x9E3779B97F4A7C15ULL);
    }
};

#include "analysis/syntax/tree.h"  // what is inline looks into it
