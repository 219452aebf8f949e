// Numbers that are spelled in a text.
#pragma once

#include <optional>
#include <string_view>

namespace text {

// `-1`; nothing if the text is no such number.
[[nodiscard]] std::optional<int> whole_number(std::string_view text);

}  // namespace text
