// The tokens of a text, for reader.h. Private to this folder.
#pragma once

#include "analysis/syntax/words.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace syntax {

struct Token {
    Word word;
    std::uint32_t begin, end;
};

// Thrown by all that reads, where the text is not of the plain kind that it knows.
struct Unread {};

// All tokens of a file, the last of which is Word::end.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view text);
// Those of an expression within brackets that lies in [begin, end).
[[nodiscard]] std::vector<Token> tokens_of(std::string_view text, std::uint32_t begin, std::uint32_t end);

// Behind the string that begins here, at its prefix or its quotes.
[[nodiscard]] std::uint32_t end_of_string(std::string_view text, std::uint32_t begin);

}  // namespace syntax
