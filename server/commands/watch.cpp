#include "server/commands/watch.h"

#include "server/commands/console.h"
#include "server/commands/settings.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <variant>

namespace commands {

namespace {

namespace fs = std::filesystem;

// Long enough to cost next to nothing on a large tree, and too short to wait for.
constexpr std::chrono::milliseconds pause{500};

// The files by when they were written, and how long they are.
using Stamps = std::map<std::string, std::pair<fs::file_time_type, std::uintmax_t>>;

Stamps stamps(const Check& arguments, const files::Excludes& excludes) {
    std::vector<std::string> paths = files::walk(arguments.paths, excludes).files;
    const std::optional<std::string> settings = config::find(common_folder(arguments.paths));
    if (settings && !arguments.analysing.isolated) paths.push_back(*settings);
    Stamps found;
    std::error_code gone;
    for (const std::string& path : paths) found[path] = {fs::last_write_time(path, gone), fs::file_size(path, gone)};
    return found;
}

files::Excludes excludes(const Check& arguments) {
    auto resolved = resolve(arguments.analysing, arguments.paths);
    auto* settings = std::get_if<Settings>(&resolved);
    return settings ? std::move(settings->excludes) : files::Excludes{};
}

}  // namespace

int watch(const Check& arguments, const std::function<int()>& check) {
    for (;;) {
        const files::Excludes left_out = excludes(arguments);
        const Stamps before = stamps(arguments, left_out);
        if (!clear_screen()) return 2;
        static_cast<void>(check());
        complain("waiting for a change; Ctrl-C ends this\n");
        while (stamps(arguments, left_out) == before) std::this_thread::sleep_for(pause);
    }
}

}  // namespace commands
