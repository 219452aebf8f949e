// The pages of the rules (analysis/rules/*.md), put into the program when it is built.
#pragma once

#include <span>
#include <string_view>

namespace commands {

[[nodiscard]] std::span<const std::string_view> pages();  // each begins "# CODE name"

}  // namespace commands
