// A set of the variables of one scope, by slot. The states of liveness and must_defined.
#pragma once

#include <cstdint>
#include <vector>

namespace flow {

class SlotSet {
  public:
    explicit SlotSet(std::size_t slots, bool full = false) : words_((slots + 63) / 64, full ? ~std::uint64_t{0} : 0) {}

    [[nodiscard]] bool contains(std::uint32_t slot) const { return (words_[slot / 64] >> (slot % 64) & 1U) != 0; }
    void insert(std::uint32_t slot) { words_[slot / 64] |= std::uint64_t{1} << (slot % 64); }
    void erase(std::uint32_t slot) { words_[slot / 64] &= ~(std::uint64_t{1} << (slot % 64)); }

    // Whether they changed this set.
    bool unite(const SlotSet& other) {
        bool changed = false;
        for (std::size_t i = 0; i < words_.size(); ++i) {
            changed |= (other.words_[i] & ~words_[i]) != 0;
            words_[i] |= other.words_[i];
        }
        return changed;
    }
    bool intersect(const SlotSet& other) {
        bool changed = false;
        for (std::size_t i = 0; i < words_.size(); ++i) {
            changed |= (words_[i] & ~other.words_[i]) != 0;
            words_[i] &= other.words_[i];
        }
        return changed;
    }

  private:
    std::vector<std::uint64_t> words_;
};

}  // namespace flow
