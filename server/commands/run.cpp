#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/os/os.h"
#include "server/python/package.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include <unistd.h>

namespace commands {

namespace {

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0' && std::string_view(value) != "0";
}

}  // namespace

// The program takes the place of this process; the import hook of the Python package does the rest, in it and in its
// children.
int run(const Run& arguments) {
    const std::filesystem::path program = os::program();
    const auto package = python::package_folder();
    if (!package) {
        complain("graphmend: the Python package is not beside the program\n");
        return 2;
    }
    const nlohmann::json settings{{"binary", program.string()},
                                  {"packages", arguments.packages},
                                  {"unsafe", arguments.unsafe},
                                  {"report", arguments.report || is_set("GRAPHMEND_REPORT")},
                                  {"cache_folder", arguments.cache_folder}};
    std::string path = (*package / "graphmend/hook/start").string();
    if (is_set("PYTHONPATH")) path += ":" + std::string(std::getenv("PYTHONPATH"));
    setenv("PYTHONPATH", path.c_str(), 1);
    setenv("GRAPHMEND_RUN", settings.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace).c_str(), 1);
    if (arguments.later) setenv("GRAPHMEND_ASYNC", "1", 1);
    std::vector<char*> command;
    for (const std::string& each : arguments.command) command.push_back(const_cast<char*>(each.c_str()));
    command.push_back(nullptr);
    execvp(command.front(), command.data());
    complain("graphmend: " + arguments.command.front() + ": " + std::strerror(errno) + "\n");
    return 2;
}

}  // namespace commands
