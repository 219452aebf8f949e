// Where the Store keeps what Values point to: one of each content, so that Values are equal where they are the same.
// Private to this folder.
#pragma once

#include "analysis/values/lattice/environment.h"

#include <cstddef>
#include <deque>
#include <unordered_set>
#include <utility>

namespace values {

inline void mix(std::size_t& seed, std::size_t value) {
    seed ^= value + 0x9e3779b97f4a7c15U + (seed << 6U) + (seed >> 2U);
}

[[nodiscard]] std::size_t hash(Value value);
[[nodiscard]] std::size_t hash(const Literal& literal);
[[nodiscard]] std::size_t hash(const Sequence& sequence);
[[nodiscard]] std::size_t hash(const Mapping& mapping);
[[nodiscard]] std::size_t hash(const Environment& environment);
[[nodiscard]] std::size_t hash(const Function& function);
[[nodiscard]] std::size_t hash(const Instance& instance);
[[nodiscard]] std::size_t hash(const Api& api);
[[nodiscard]] std::size_t hash(const Bound& bound);
[[nodiscard]] std::size_t hash(const Choice& choice);
[[nodiscard]] std::size_t hash(const Wrapped& wrapped);

template <class T>
class Pool {
  public:
    // The one that has this content.
    const T* one(T thing) {
        if (const auto known = known_.find(&thing); known != known_.end()) return *known;
        const T* kept = &things_.emplace_back(std::move(thing));
        known_.insert(kept);
        return kept;
    }

  private:
    struct Hash {
        std::size_t operator()(const T* thing) const { return hash(*thing); }
    };
    struct Equal {
        bool operator()(const T* a, const T* b) const { return *a == *b; }
    };

    std::deque<T> things_;
    std::unordered_set<const T*, Hash, Equal> known_;
};

}  // namespace values
