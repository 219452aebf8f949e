// Bytes from and to the disk. Used by the commands, the walk and the sessions of the server.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace files {

struct IoError {
    std::string reason;  // as the system words it: "Permission denied"
};

[[nodiscard]] std::variant<std::string, IoError> read(const std::string& path);
[[nodiscard]] std::variant<std::string, IoError> read_standard_input();

// Replaces the file in one step, so that nobody ever sees half of it. Its permissions stay, and a link stays a link.
[[nodiscard]] std::optional<IoError> replace(const std::string& path, std::string_view bytes);

}  // namespace files
