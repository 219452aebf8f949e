// Python text that rewrites put together of smaller ones.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace transforms::edit {

// Python text that reads the variable: "k > 3" and "x.shape == k", not "kk.k".
[[nodiscard]] bool mentions_name(std::string_view condition, std::string_view name);

// "a, b" of "a" and "b", with ", " between them.
[[nodiscard]] std::string joined(const std::vector<std::string>& parts, std::string_view between);

}  // namespace transforms::edit
