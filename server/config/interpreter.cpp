#include "server/config/interpreter.h"

#include "server/os/os.h"

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
    return os::spelled(fs::absolute(program, error).lexically_normal());
}

}  // namespace

std::optional<std::string> program_on_path(const std::string& name) {
    const std::string file = os::file_of(name);
    if (fs::path(file).has_parent_path()) return existing(file);
    const char* path = std::getenv("PATH");
    for (std::string_view rest = path ? path : ""; !rest.empty();) {
        const std::size_t end = std::min(rest.find(os::between_folders()), rest.size());
        if (const auto program = existing(fs::path(rest.substr(0, end)) / file)) return program;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return std::nullopt;
}

std::optional<std::string> interpreter_for(const std::string& asked, const std::string& folder) {
    if (!asked.empty()) return program_on_path(asked);
    for (const char* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
        if (const char* active = std::getenv(variable); active && *active)
            if (const auto program = existing(os::python_of(active))) return program;
    std::error_code error;
    for (fs::path here = fs::absolute(folder, error).lexically_normal();; here = here.parent_path()) {
        if (const auto program = existing(os::python_of(here / ".venv"))) return program;
        if (here == here.parent_path()) break;
    }
    const auto program = program_on_path("python3");
    return program ? program : program_on_path("python");
}

}  // namespace config
