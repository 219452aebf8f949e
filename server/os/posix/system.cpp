#include "server/os/os.h"

#include <unistd.h>
#include <csignal>
#include <cstdlib>
#include <utility>

namespace os {

void begin() {}
void ignore_broken_pipes() { std::signal(SIGPIPE, SIG_IGN); }
bool is_terminal(int descriptor) { return ::isatty(descriptor) != 0; }

std::string file_of(std::string program) { return program; }

std::string spelled(const std::filesystem::path& path) { return path.string(); }
std::string path_of_uri(std::string path) { return path; }
std::string path_in_uri(std::string_view path) { return std::string(path); }

std::string words_of(const std::error_code& error) { return error.message(); }

char between_folders() { return ':'; }

std::string user_caches() {
    const char* home = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe): nobody sets any
    return home != nullptr && *home != '\0' ? std::string(home) + "/.cache" : "";
}

std::string_view told_user_caches() { return "~/.cache"; }

std::filesystem::path python_of(const std::filesystem::path& environment) { return environment / "bin" / "python"; }
std::filesystem::path environment_of(const std::filesystem::path& python) { return python.parent_path().parent_path(); }

}  // namespace os
