// One glob of a .gitignore, with git's meaning of `*`, `?`, `[...]`, `\` and `**`. Used by ignore.h.
#pragma once

#include <bitset>
#include <cstdint>
#include <string_view>
#include <vector>

namespace files {

class Glob {
  public:
    explicit Glob(std::string_view pattern);

    // In time proportional to the product of both lengths, whatever the pattern.
    [[nodiscard]] bool matches(std::string_view text) const;

  private:
    enum class Kind : std::uint8_t { set, star, globstar, globstar_slash };
    struct Token {
        Kind kind = Kind::set;
        std::bitset<256> set;  // of Kind::set: the bytes it matches
    };

    void parse(std::string_view pattern);
    std::size_t parse_stars(std::string_view pattern, std::size_t begin);
    std::size_t parse_class(std::string_view pattern, std::size_t at);
    std::size_t parse_name(std::string_view pattern, std::size_t at, std::bitset<256>& set);

    std::vector<Token> tokens_;
    bool malformed_ = false;  // matches nothing, as in git
};

}  // namespace files
