// Bytes from and to the disk. Used by the commands, the walk and the sessions of the server.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace files {

struct IoError {
    std::string reason;  // as the system words it: "Permission denied"
};

[[nodiscard]] std::variant<std::string, IoError> read(const std::string& path);
[[nodiscard]] std::variant<std::string, IoError> read_standard_input();

[[nodiscard]] std::string text_of(const std::filesystem::path& path);  // empty if it cannot be read
[[nodiscard]] std::vector<std::filesystem::path> sorted_entries(const std::filesystem::path& folder);  // the same

// Makes the file, or replaces it, in one step, so that nobody ever sees half of it.
[[nodiscard]] std::optional<IoError> write(const std::string& path, std::string_view bytes);

// Replaces the file in one step, so that nobody ever sees half of it. Its permissions stay, and a link stays a link.
[[nodiscard]] std::optional<IoError> replace(const std::string& path, std::string_view bytes);

}  // namespace files
