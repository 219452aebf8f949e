// Python text that rewrites put together of smaller ones.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace transforms::edit {

// "a, b" of "a" and "b", with ", " between them.
[[nodiscard]] std::string joined(const std::vector<std::string>& parts, std::string_view between);

}  // namespace transforms::edit
