// Nodes, each once, in the order in which they came.
#pragma once

#include "analysis/syntax/node.h"

#include <algorithm>
#include <cstddef>
#include <unordered_set>
#include <vector>

namespace syntax {

class DistinctNodes {
  public:
    // False: it was there before.
    bool add(Node node) {
        if (contains(node)) return false;
        all_.push_back(node);
        if (all_.size() > few) known_.insert(known_.empty() ? all_.begin() : all_.end() - 1, all_.end());
        return true;
    }
    [[nodiscard]] bool contains(Node node) const {
        return all_.size() > few ? known_.contains(node) : std::ranges::find(all_, node) != all_.end();
    }
    [[nodiscard]] const std::vector<Node>& all() const { return all_; }
    void clear() { all_.clear(), known_.clear(); }

  private:
    static constexpr std::size_t few = 8;  // which are looked through: most are never more

    std::vector<Node> all_;
    std::unordered_set<Node> known_;
};

}  // namespace syntax
