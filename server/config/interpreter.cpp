#include "server/config/interpreter.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace config {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> existing(const fs::path& program) {
    std::error_code error;
    if (!fs::is_regular_file(program, error)) return std::nullopt;
    return fs::absolute(program, error).lexically_normal().string();
}

}  // namespace

std::optional<std::string> program_on_path(const std::string& name) {
    if (name.find('/') != std::string::npos) return existing(name);
    const char* path = std::getenv("PATH");
    for (std::string_view rest = path ? path : ""; !rest.empty();) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        if (const auto program = existing(fs::path(rest.substr(0, end)) / name)) return program;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return std::nullopt;
}

std::optional<std::string> interpreter_for(const std::string& asked, const std::string& folder) {
    if (!asked.empty()) return program_on_path(asked);
    for (const char* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
        if (const char* active = std::getenv(variable); active && *active)
            if (const auto program = existing(fs::path(active) / "bin" / "python")) return program;
    std::error_code error;
    for (fs::path here = fs::absolute(folder, error).lexically_normal();; here = here.parent_path()) {
        if (const auto program = existing(here / ".venv" / "bin" / "python")) return program;
        if (here == here.parent_path()) break;
    }
    const auto program = program_on_path("python3");
    return program ? program : program_on_path("python");
}

}  // namespace config
