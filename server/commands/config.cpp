#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/commands/settings.h"
#include "server/config/setting.h"
#include "server/files/read.h"
#include "server/os/os.h"
#include "server/output/width.h"

#include <filesystem>
#include <system_error>
#include <utility>
#include <variant>

namespace commands {

namespace {

namespace fs = std::filesystem;

int complain_of(const std::string& path, const std::string& reason) {
    complain("graphmend: " + output::printable(path) + ": " + output::printable(reason) + "\n");
    return 2;
}

// What counts, as TOML, and whose it is; empty if nobody says anything.
std::string first_of(const config::Setting& setting, const std::vector<Layer>& layers) {
    for (const Layer& layer : layers)
        if (const auto value = config::spelled(setting, layer.settings))
            return output::printable(*value + "  # " + layer.name);
    return "";
}

}  // namespace

int run(const Config& arguments) {
    if (arguments.schema) return print(config::schema()) ? 0 : 2;
    const std::vector<std::string> here{"."};
    const auto found = layers(arguments.analysing, arguments.paths.empty() ? here : arguments.paths);
    if (const auto* failure = std::get_if<files::Failure>(&found)) return complain_of(failure->path, failure->reason);
    std::string text;
    for (const config::Setting& setting : config::table()) {
        const std::string value = first_of(setting, std::get<std::vector<Layer>>(found));
        text += (value.empty() ? "# " + std::string(setting.key) + " is not set"
                               : std::string(setting.key) + " = " + value) +
                "\n";
    }
    return print(text) ? 0 : 2;
}

int run(const Init& arguments) {
    const fs::path folder = arguments.folder;
    std::error_code error;
    if (!fs::is_directory(folder, error)) return complain_of(arguments.folder, "is not a folder");
    const bool in_pyproject = fs::exists(folder / "pyproject.toml", error);
    const std::string own = os::spelled((folder / "graphmend.toml").lexically_normal()),
                      path = in_pyproject ? os::spelled((folder / "pyproject.toml").lexically_normal()) : own;
    if (fs::exists(own, error)) return complain_of(own, "is there already; nothing was written");
    std::string text;
    if (in_pyproject) {
        auto read = files::read(path);
        if (const auto* problem = std::get_if<files::IoError>(&read)) return complain_of(path, problem->reason);
        text = std::get<std::string>(std::move(read));
        if (config::has_settings(path, text))
            return complain_of(path, "has a table [tool.graphmend] already, or is no TOML; nothing was written");
        text += std::string(text.empty() || text.ends_with('\n') ? "" : "\n") + (text.empty() ? "" : "\n") +
                "[tool.graphmend]\n";
    }
    text += config::commented_settings();
    const auto parsed = config::parse(path, text);
    if (const auto* problem = std::get_if<config::Error>(&parsed))
        return complain_of(path, "cannot hold a table [tool.graphmend]: " + problem->reason);
    const auto failed = in_pyproject ? files::replace(path, text) : files::write(path, text);
    if (failed) return complain_of(path, "cannot be written: " + failed->reason);
    return print("wrote the settings, each as a comment, to " + output::printable(path) + "\n") ? 0 : 2;
}

}  // namespace commands
