// How text looks in a terminal: how many columns it takes, and without what would disturb the screen.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace output {

struct Rendered {
    std::string text;
    std::size_t columns = 0;
};

// Tabs become spaces up to the next multiple of four, counted from `column`; control characters and bytes that are not
// UTF-8 become a replacement character.
[[nodiscard]] Rendered render(std::string_view text, std::size_t column = 0);

// As `render`, for text that stands on its own.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace output
