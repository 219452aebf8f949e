// Numbers in sentences. Private to this folder.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace confirm {

[[nodiscard]] std::string times(std::uint64_t number);                            // "once", "twice", "3 times"
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view thing);  // "1 forward", "2 forwards"

}  // namespace confirm
