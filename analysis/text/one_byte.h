// Encodings of one byte per character: what those bytes mean that are no ASCII.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace text {

class OneByte {
  public:
    // As Python reports its name; nothing if it is not one of these.
    [[nodiscard]] static std::optional<OneByte> called(std::string_view encoding);

    // What a byte from 0x80 on means, in UTF-8; nothing if it means nothing.
    [[nodiscard]] std::optional<std::string_view> character(unsigned byte) const;
    // The byte from 0x80 on that means it.
    [[nodiscard]] std::optional<char> byte(std::string_view character) const;

  private:
    std::array<std::string_view, 128> upper_;
};

}  // namespace text
