#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/os/os.h"
#include "server/os/processes.h"
#include "server/python/package.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

namespace commands {

namespace {

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0' && std::string_view(value) != "0";
}

}  // namespace

// The program takes the place of this process, as far as the system can do that; the import hook of the Python package
// does the rest, in it and in its children.
int run(const Run& arguments) {
    const std::filesystem::path program = os::program();
    const auto package = python::package_folder();
    if (!package) {
        complain("graphmend: the Python package is not beside the program\n");
        return 2;
    }
    const nlohmann::json settings{{"binary", os::spelled(program)},
                                  {"packages", arguments.packages},
                                  {"unsafe", arguments.unsafe},
                                  {"report", arguments.report || is_set("GRAPHMEND_REPORT")},
                                  {"cache_folder", arguments.cache_folder}};
    std::string path = os::spelled(*package / "graphmend/hook/start");
    if (is_set("PYTHONPATH")) path += os::between_folders() + std::string(std::getenv("PYTHONPATH"));
    std::vector<std::string> variables{
        "PYTHONPATH=" + path,
        "GRAPHMEND_RUN=" + settings.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace)};
    if (arguments.later) variables.push_back("GRAPHMEND_ASYNC=1");
    const int error = os::become(arguments.command, variables);
    complain("graphmend: " + arguments.command.front() + ": " + std::strerror(error) + "\n");
    return 2;
}

}  // namespace commands
