// The syntax of one Source: a flat array in source order. The rest of the analysis walks this array; nobody outside of
// this folder sees who made it: the Reader (reader.h) of plain text, tree-sitter of all other.
#pragma once

#include "analysis/syntax/node.h"
#include "analysis/text/source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace syntax {

class Tree {
  public:
    // Deeper nodes become Kind::error, so that everything behind this class may recurse on the depth of a tree.
    static constexpr std::uint32_t max_depth = 400;

    enum class Keep : bool { nothing, for_reparse };  // whether to hold on to tree-sitter's tree

    // The Source outlives the Tree.
    [[nodiscard]] static Tree parse(const text::Source& source, Keep keep = Keep::nothing);
    // The tree of `source`, which is an edited form of this tree's: the same as parse(), where tree-sitter is asked in
    // time for what changed since it was asked last.
    [[nodiscard]] Tree reparse(const text::Source& source) const;

    // The two ways on their own, which come to the same; parse() chooses. Nothing if the text is not plain.
    [[nodiscard]] static std::optional<Tree> read(const text::Source& source);
    [[nodiscard]] static Tree by_grammar(const text::Source& source, Keep keep = Keep::nothing);

    Tree(Tree&&) noexcept;
    Tree& operator=(Tree&&) noexcept;
    ~Tree();

    [[nodiscard]] const text::Source& source() const { return *source_; }
    [[nodiscard]] Node root() const { return {this, 0}; }
    [[nodiscard]] Node node(std::uint32_t index) const { return {this, index}; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(records_.size()); }
    [[nodiscard]] Node at(std::uint32_t offset) const;  // the innermost node that contains the byte
    [[nodiscard]] Node at(text::Span span) const;       // the innermost node that contains the span
    // Where the text does not parse, in source order; a missing token is an empty span.
    [[nodiscard]] std::span<const text::Span> errors() const { return errors_; }
    [[nodiscard]] std::optional<text::Span> too_deep() const {
        return too_deep_;
    }  // the first node cut off by max_depth

  private:
    friend class Node;
    friend class Flattener;
    friend class Drafts;
    struct Record {
        Kind kind;
        Field field;
        Op op;
        std::uint32_t begin, end;
        std::uint32_t parent;
        std::uint32_t size;  // nodes in the subtree, itself included
    };
    struct Parsed;  // tree-sitter's tree, and the text that it is of

    explicit Tree(const text::Source& source);
    void fill(Parsed parsed, Keep keep);

    const text::Source* source_;
    std::vector<Record> records_;
    std::vector<text::Span> errors_;
    std::optional<text::Span> too_deep_;
    std::shared_ptr<const Parsed> parsed_;  // of this text or of one before
};

// What every phase asks of every node is not worth a call.
inline Kind Node::kind() const { return tree_ ? tree_->records_[index_].kind : Kind::error; }
inline Field Node::field() const { return tree_ ? tree_->records_[index_].field : Field::none; }
inline Op Node::op() const { return tree_ ? tree_->records_[index_].op : Op::none; }

inline text::Span Node::span() const {
    if (!tree_) return {};
    const auto& record = tree_->records_[index_];
    return {record.begin, record.end};
}

inline std::string_view Node::text() const { return tree_ ? tree_->source().text(span()) : std::string_view(); }

inline Node Node::parent() const {
    if (!tree_ || index_ == 0) return {};
    return {tree_, tree_->records_[index_].parent};
}

inline std::uint32_t Node::end_index() const { return tree_ ? index_ + tree_->records_[index_].size : 0; }

inline Node Node::first_child() const {
    if (!tree_ || tree_->records_[index_].size == 1) return {};
    return {tree_, index_ + 1};
}

inline Node Node::next_sibling() const {
    if (!tree_ || index_ == 0) return {};
    const std::uint32_t next = end_index();
    if (next >= tree_->size() || tree_->records_[next].parent != tree_->records_[index_].parent) return {};
    return {tree_, next};
}

inline Children Node::children() const { return Children(first_child()); }

}  // namespace syntax
