// Python text -> nearly Python text. Deterministic: the same seed changes the same text alike on every machine.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

class Mutator {
  public:
    explicit Mutator(std::uint32_t seed) : random_(seed) {}

    // A part of `text` after a few changes: lines and words moved, copied, dropped, indented, wrapped in headers, or
    // taken from `other`.
    [[nodiscard]] std::string mutate(std::string_view text, std::string_view other);
    // Bytes of it instead: flipped, dropped, doubled, or taken from `other`.
    [[nodiscard]] std::string mutate_bytes(std::string text, std::string_view other);
    [[nodiscard]] std::size_t below(std::size_t bound) { return bound == 0 ? 0 : random_() % bound; }

  private:
    using Lines = std::vector<std::string>;

    [[nodiscard]] Lines some_lines(std::string_view text, std::size_t most);
    void change(Lines& lines, const Lines& other);
    void change_words(std::string& line, const Lines& lines);
    void wrap(Lines& lines);

    std::mt19937 random_;
};

}  // namespace fuzz
