// The pages of the rules (analysis/rules/*.md) and for agents, put into the program when it is built. Used by explain,
// by SARIF and by mcp.
#pragma once

#include <span>
#include <string_view>

namespace pages {

[[nodiscard]] std::span<const std::string_view> all();     // each begins "# CODE name"
[[nodiscard]] std::span<const std::string_view> guides();  // docs/agents.md

[[nodiscard]] std::string_view find(std::string_view code);  // empty: there is none

}  // namespace pages
