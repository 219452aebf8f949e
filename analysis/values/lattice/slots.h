// The values of the variables of one scope, by slot. States are copied at every branch and differ in little: what two
// of them have in common they share, and skip when they are joined or compared.
#pragma once

#include "analysis/values/lattice/value.h"

#include <array>
#include <memory>
#include <utility>
#include <vector>

namespace values {

class Slots {
  public:
    Slots() = default;
    Slots(std::size_t size, Value value);
    explicit Slots(std::vector<Value> values);

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] Value operator[](std::size_t slot) const;
    void set(std::size_t slot, Value value);
    bool operator==(const Slots& other) const;
    [[nodiscard]] std::size_t hash() const { return root_ ? sum(*root_).hash : 0; }
    [[nodiscard]] std::size_t depth() const { return root_ ? sum(*root_).depth : 0; }  // of the deepest value

    // Makes each value what `join(mine, other)` gives; whether that made a difference. A join of equals is no question,
    // nor is one with what has been joined before: of states that arrive one after the other, each is mostly the last.
    template <class Join>
    bool merge(const Slots& other, Join join) {
        if (!root_) return false;
        const Link before = std::exchange(joined_, other.root_);
        return merge(root_, *other.root_, before.get(), join);
    }
    // Makes each value what `settle` gives, which of its own result gives the same.
    template <class Settle>
    void settle(Settle settle) {
        joined_ = nullptr;
        if (root_) Slots::settle(root_, settle);
    }
    // Calls `tell(slot, value)` for each value that is not the same in `other`, which is as large or empty.
    template <class Tell>
    void differences(const Slots& other, Tell tell) const {
        if (root_) differences(*root_, other.root_.get(), 0, below_, tell);
    }

  private:
    // A tree of equal depth everywhere. A node that several states share is not changed.
    static constexpr std::size_t width = 16;
    struct Sum {
        std::size_t hash = 0, depth = 0;
        bool known = false;
    };
    struct Node {
        std::vector<Value> values;                    // of a leaf
        std::vector<std::shared_ptr<Node>> children;  // of what is no leaf
        bool settled = false;
        mutable Sum sum{};
    };
    using Link = std::shared_ptr<Node>;

    // The node, for this state alone.
    static Node& own(Link& link) {
        if (link.use_count() != 1) link = std::make_shared<Node>(*link);
        link->settled = link->sum.known = false;
        return *link;
    }
    static const Sum& sum(const Node& node);
    static bool equal(const Node& one, const Node& other);

    template <class Join>
    static bool merge(Link& link, const Node& other, const Node* before, Join& join) {
        if (link.get() == &other || before == &other) return false;
        bool changed = false;
        for (std::size_t i = 0; i < other.children.size(); ++i) {
            Link child = link->children[i];  // a second owner: a child that is shared by its parent is not changed
            if (!merge(child, *other.children[i], before ? before->children[i].get() : nullptr, join)) continue;
            own(link).children[i] = std::move(child);
            changed = true;
        }
        for (std::size_t i = 0; i < other.values.size(); ++i) {
            if (link->values[i] == other.values[i]) continue;
            const Value joined = join(link->values[i], other.values[i]);
            if (joined == link->values[i]) continue;
            own(link).values[i] = joined;
            changed = true;
        }
        return changed;
    }

    template <class Settle>
    static void settle(Link& link, Settle& settle) {
        if (link->settled) return;
        for (std::size_t i = 0; i < link->children.size(); ++i) {
            Link child = link->children[i];
            Slots::settle(child, settle);
            if (child != link->children[i]) own(link).children[i] = std::move(child);
        }
        for (std::size_t i = 0; i < link->values.size(); ++i)
            if (const Value settled = settle(link->values[i]); !(settled == link->values[i]))
                own(link).values[i] = settled;
        link->settled = true;
    }

    template <class Tell>
    static void differences(const Node& node, const Node* other, std::size_t slot, std::size_t below, Tell& tell) {
        if (&node == other) return;
        for (std::size_t i = 0; i < node.children.size(); ++i)
            differences(*node.children[i], other ? other->children[i].get() : nullptr, slot + i * below, below / width,
                        tell);
        for (std::size_t i = 0; i < node.values.size(); ++i)
            if (!other || node.values[i] != other->values[i]) tell(slot + i, node.values[i]);
    }

    Link root_;
    Link joined_;  // the root of what was joined last
    std::size_t size_ = 0;
    std::size_t below_ = 1;  // how many slots a child of the root covers; 1: the root is a leaf
};

}  // namespace values
