#include "server/commands/settings.h"

#include "analysis/torch/knowledge.h"
#include "server/config/config.h"
#include "server/config/rows.h"
#include "server/config/versions.h"
#include "server/os/os.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace commands {

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
        for (auto a = common->begin(), b = folder.begin(); a != common->end() && b != folder.end() && *a == *b;
             ++a, ++b)
            shared /= *a;
        common = shared;
    }
    return os::spelled(common.value_or(fs::current_path(error)));
}

namespace {

files::Failure failure(const config::Error& error) {
    const std::string line = error.line ? "line " + std::to_string(error.line) + ": " : "";
    return {.path = files::shown(error.path), .reason = line + error.reason};
}

std::variant<config::Settings, files::Failure> read_configuration(const Analysing& arguments,
                                                                  std::span<const std::string> paths) {
    if (arguments.isolated) return config::Settings{};
    const std::optional<std::string> path = config::find(common_folder(paths));
    if (!path) return config::Settings{};
    auto loaded = config::load(*path);
    if (const auto* error = std::get_if<config::Error>(&loaded)) return failure(*error);
    return std::get<config::Settings>(std::move(loaded));
}

std::variant<config::Versions, files::Failure> find_versions(const Analysing& arguments,
                                                             std::span<const std::string> paths) {
    if (arguments.interpreter.empty())
        return arguments.isolated ? config::Versions{} : config::versions_for(common_folder(paths));
    if (const auto versions = config::versions_of(arguments.interpreter)) return *versions;
    return files::Failure{.path = arguments.interpreter, .reason = "is not an interpreter: there is no such program"};
}

}  // namespace

analysis::Options Settings::options_for(std::shared_ptr<modules::View> view) const {
    analysis::Options own = options;
    own.files = std::move(view);
    return own;
}

analysis::Options Settings::options_for_one() const { return options_for(std::make_shared<modules::View>(modules)); }

analysis::Options Settings::options_for_one(const std::string& path) const {
    analysis::Options own = options_for_one();
    for (std::string& code : config::ignored_in(path, file)) own.ignore.push_back(std::move(code));
    return own;
}

namespace {

config::Settings given(const Analysing& arguments) {
    config::Settings settings;
    settings.torch = arguments.torch;
    settings.python = arguments.python;
    settings.knowledge = arguments.knowledge;
    if (!arguments.entries.empty()) settings.entries = arguments.entries;
    if (!arguments.select.empty()) settings.select = arguments.select;
    if (!arguments.ignore.empty()) settings.ignore = arguments.ignore;
    return settings;
}

config::Settings defaults() {
    config::Settings settings;
    const analysis::Options options;
    if (const auto releases = torch::releases(); !releases.empty())
        settings.torch = {.major = releases.back().major, .minor = releases.back().minor};
    settings.python = options.python;
    settings.entries = {"compile", "forward"};
    settings.forward_counts = options.forward_counts;
    settings.captures_scalars = options.dynamo.captures_scalars;
    settings.captures_shapes = options.dynamo.captures_shapes;
    settings.allows_rnn = options.dynamo.allows_rnn;
    return settings;
}

}  // namespace

std::variant<std::vector<Layer>, files::Failure> layers(const Analysing& arguments,
                                                        std::span<const std::string> paths) {
    auto file = read_configuration(arguments, paths);
    if (auto* failure = std::get_if<files::Failure>(&file)) return std::move(*failure);
    auto found = find_versions(arguments, paths);
    if (auto* failure = std::get_if<files::Failure>(&found)) return std::move(*failure);
    const config::Versions& versions = std::get<config::Versions>(found);
    config::Settings environment;
    environment.torch = versions.torch;
    environment.python = versions.python;
    const auto path = config::find(common_folder(paths));
    return std::vector<Layer>{{"the command line", given(arguments)},
                              {path ? files::shown(*path) : "no file", std::get<config::Settings>(std::move(file))},
                              {"the environment, or what the project requires", std::move(environment)},
                              {"the default", defaults()}};
}

std::variant<Settings, files::Failure> resolve(const Analysing& arguments, std::span<const std::string> paths) {
    auto read = read_configuration(arguments, paths);
    if (auto* failure = std::get_if<files::Failure>(&read)) return std::move(*failure);
    const config::Settings& file = std::get<config::Settings>(read);
    auto found = find_versions(arguments, paths);
    if (auto* failure = std::get_if<files::Failure>(&found)) return std::move(*failure);
    Settings settings;
    analysis::Options& options = settings.options;
    if (const auto releases = torch::releases(); !releases.empty())
        options.torch = {.major = releases.back().major, .minor = releases.back().minor};
    config::apply(options, std::get<config::Versions>(found));
    settings.modules = std::make_shared<modules::Modules>(std::get<config::Versions>(found).packages);
    config::apply(options, file);
    options.torch = arguments.torch.value_or(options.torch);
    options.python = arguments.python.value_or(options.python);
    std::vector<std::string> knowledge;
    std::ranges::transform(file.knowledge, std::back_inserter(knowledge), files::shown);
    knowledge.insert(knowledge.end(), arguments.knowledge.begin(), arguments.knowledge.end());
    if (!knowledge.empty()) {
        auto rows = config::read_rows(knowledge, options.torch);
        if (const auto* error = std::get_if<config::Error>(&rows)) return failure(*error);
        options.rows = std::get<std::shared_ptr<const torch::OwnRows>>(std::move(rows));
    }
    if (!arguments.entries.empty()) config::set_entries(options, arguments.entries);
    if (!arguments.select.empty()) options.select = arguments.select;
    if (!arguments.ignore.empty()) options.ignore = arguments.ignore;
    if (const auto error = config::unknown_rule(options)) return failure(*error);
    if (const auto error = config::unknown_rule(file.per_file_ignores)) return failure(*error);

    std::string patterns;
    for (const std::string& pattern : file.exclude) patterns += pattern + "\n";
    settings.excludes = {.folder = file.folder, .patterns = files::Ignore(patterns)};
    settings.file = file;
    settings.jobs = arguments.jobs ? arguments.jobs : std::max(1u, std::thread::hardware_concurrency());
    return settings;
}

}  // namespace commands
