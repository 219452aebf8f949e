// Files of the repository for tests, and expectations that are kept in files. UPDATE=1 in the environment rewrites
// them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tests {

[[nodiscard]] std::filesystem::path root();  // of the repository
// Sorted; `folder` is relative to the root, `extension` is like ".py".
[[nodiscard]] std::vector<std::filesystem::path> files_in(std::string_view folder, std::string_view extension);
[[nodiscard]] std::string read(const std::filesystem::path& path);
void write(const std::filesystem::path& path, std::string_view text);
[[nodiscard]] bool updating();

// Fails with the first line that differs from what the file says, or from `expected` if the file has it in other words.
void check_golden(const std::filesystem::path& path, std::string_view text);
void check_golden(const std::filesystem::path& path, std::string_view text, std::string_view expected);

}  // namespace tests
