// The values of the variables of one scope, by slot. States are copied at every branch and differ in little: what two
// of them have in common they share, and skip when they are joined.
#pragma once

#include "analysis/values/value.h"

#include <array>
#include <memory>
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

    // Makes each value what `join(mine, other)` gives; whether that made a difference. A join of equals is no question.
    template <class Join>
    bool merge(const Slots& other, Join join) {
        return root_ && merge(root_, *other.root_, join);
    }
    // Makes each value what `settle` gives, which of its own result gives the same.
    template <class Settle>
    void settle(Settle settle) {
        if (root_) Slots::settle(root_, settle);
    }

  private:
    // A tree of equal depth everywhere. A node that several states share is not changed.
    static constexpr std::size_t width = 16;
    struct Node {
        std::vector<Value> values;                    // of a leaf
        std::vector<std::shared_ptr<Node>> children;  // of what is no leaf
        bool settled = false;
    };
    using Link = std::shared_ptr<Node>;

    // The node, for this state alone.
    static Node& own(Link& link) {
        if (link.use_count() != 1) link = std::make_shared<Node>(*link);
        link->settled = false;
        return *link;
    }

    template <class Join>
    static bool merge(Link& link, const Node& other, Join& join) {
        if (link.get() == &other) return false;
        bool changed = false;
        for (std::size_t i = 0; i < other.children.size(); ++i) {
            Link child = link->children[i];  // a second owner: a child that is shared by its parent is not changed
            if (!merge(child, *other.children[i], join)) continue;
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

    Link root_;
    std::size_t size_ = 0;
    std::size_t below_ = 1;  // how many slots a child of the root covers; 1: the root is a leaf
};

}  // namespace values
