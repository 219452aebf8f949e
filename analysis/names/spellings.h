// Interned names of one Module: spelling -> dense number and back.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace names {

using Name = std::uint32_t;

class Spellings {
  public:
    // The text outlives this object: it is part of the source or was made by keep().
    [[nodiscard]] Name intern(std::string_view text);
    [[nodiscard]] std::string_view keep(std::string text) { return kept_.emplace_back(std::move(text)); }

    [[nodiscard]] std::optional<Name> find(std::string_view text) const;
    [[nodiscard]] std::string_view text(Name name) const { return texts_[name]; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(texts_.size()); }

  private:
    [[nodiscard]] std::size_t slot_of(std::string_view text) const;
    void grow();

    std::vector<std::string_view> texts_;                                 // by Name
    std::vector<std::uint32_t> table_ = std::vector<std::uint32_t>(256);  // Name plus one by hash, open addressing
    std::deque<std::string> kept_;
};

}  // namespace names
