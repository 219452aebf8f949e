#include "server/files/repository.h"

#include "server/files/read.h"
#include "server/os/os.h"

#include <filesystem>
#include <system_error>
#include <variant>

namespace files {

namespace {

namespace fs = std::filesystem;

// The first line of a small file, or nothing.
std::optional<std::string> first_line(const fs::path& path) {
    auto text = read(os::spelled(path));
    if (!std::holds_alternative<std::string>(text)) return std::nullopt;
    std::string& line = std::get<std::string>(text);
    line.erase(std::min(line.find_first_of("\r\n"), line.size()));
    return line;
}

}  // namespace

std::optional<std::string> repository_root(const std::string& folder) {
    std::error_code error;
    for (fs::path here = folder;; here = here.parent_path()) {
        if (fs::exists(here / ".git", error)) return os::spelled(here);
        if (here == here.parent_path()) return std::nullopt;
    }
}

std::optional<std::string> repository_excludes(const std::string& root) {
    std::error_code error;
    fs::path folder = fs::path(root) / ".git";
    if (fs::is_regular_file(folder, error)) {
        constexpr std::string_view key = "gitdir: ";
        const std::optional<std::string> line = first_line(folder);
        if (!line || !line->starts_with(key)) return std::nullopt;
        folder = fs::path(root) / line->substr(key.size());
        if (const std::optional<std::string> common = first_line(folder / "commondir")) folder /= *common;
    }
    return os::spelled(folder / "info/exclude");
}

}  // namespace files
