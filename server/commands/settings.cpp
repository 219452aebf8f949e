#include "server/commands/settings.h"

#include "analysis/rules/all.h"
#include "analysis/torch/knowledge.h"
#include "server/commands/console.h"
#include "server/config/config.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <thread>

namespace commands {

namespace {

namespace fs = std::filesystem;

std::string common_folder(std::span<const std::string> paths) {
    std::error_code error;
    std::optional<fs::path> common;
    for (const std::string& path : paths) {
        fs::path folder = fs::weakly_canonical(path, error);
        if (!fs::is_directory(folder, error)) folder = folder.parent_path();
        if (!common) {
            common = folder;
            continue;
        }
        fs::path shared;
        for (auto a = common->begin(), b = folder.begin(); a != common->end() && b != folder.end() && *a == *b; ++a, ++b)
            shared /= *a;
        common = shared;
    }
    return common.value_or(fs::current_path(error)).string();
}

std::optional<config::Settings> read_configuration(const Analysing& arguments, std::span<const std::string> paths) {
    if (arguments.isolated) return config::Settings{};
    const std::optional<std::string> path = config::find(common_folder(paths));
    if (!path) return config::Settings{};
    auto loaded = config::load(*path);
    if (const auto* error = std::get_if<config::Error>(&loaded)) {
        const std::string line = error->line ? ":" + std::to_string(error->line) : "";
        complain("graphmend: " + files::shown(error->path) + line + ": " + error->reason + "\n");
        return std::nullopt;
    }
    return std::get<config::Settings>(std::move(loaded));
}

bool known_rules(const std::vector<std::string>& codes, std::string_view setting) {
    const auto unknown = std::ranges::find_if(codes, [](const std::string& code) {
        return code.empty() ||
               std::ranges::none_of(rules::all(), [&](const auto* rule) { return rule->code.starts_with(code); });
    });
    if (unknown == codes.end()) return true;
    complain("graphmend: `" + std::string(setting) + "`: no rule has a code like `" + *unknown +
             "`; see `graphmend rules`\n");
    return false;
}

}  // namespace

std::optional<Settings> resolve(const Analysing& arguments, std::span<const std::string> paths) {
    const std::optional<config::Settings> file = read_configuration(arguments, paths);
    if (!file) return std::nullopt;
    Settings settings;
    analysis::Options& options = settings.options;
    if (const auto releases = torch::releases(); !releases.empty())
        options.torch = {.major = releases.back().major, .minor = releases.back().minor};
    config::apply(options, *file);
    options.torch = arguments.torch.value_or(options.torch);
    options.python = arguments.python.value_or(options.python);
    if (!arguments.entries.empty()) config::set_entries(options, arguments.entries);
    if (!arguments.select.empty()) options.select = arguments.select;
    if (!arguments.ignore.empty()) options.ignore = arguments.ignore;
    if (!known_rules(options.select, "select") || !known_rules(options.ignore, "ignore")) return std::nullopt;

    std::string patterns;
    for (const std::string& pattern : file->exclude) patterns += pattern + "\n";
    settings.excludes = {.folder = file->folder, .patterns = files::Ignore(patterns)};
    settings.jobs = arguments.jobs ? arguments.jobs : std::max(1u, std::thread::hardware_concurrency());
    return settings;
}

}  // namespace commands
