// The programs of a run: number N is the same text on every machine, for the same sources.
#pragma once

#include "tests/fuzz/grammar.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace fuzz {

class Programs {
  public:
    // Each folder gives as many programs as any other, and as the grammar.
    Programs(const std::vector<std::filesystem::path>& folders, Grammar grammar);

    [[nodiscard]] std::string make(std::uint32_t number) const;

  private:
    using Files = std::vector<std::filesystem::path>;

    [[nodiscard]] std::string drawn(Mutator& random, std::size_t lines) const;

    std::vector<Files> folders_;
    Grammar grammar_;
};

}  // namespace fuzz
