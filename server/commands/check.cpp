#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/commands/inputs.h"
#include "server/files/read.h"
#include "server/output/output.h"

#include <utility>

namespace commands {

namespace {

std::string formatted(const output::Report& report, Format format) {
    switch (format) {
        case Format::text: return output::text(report, {.colour = wants_colour()});
        case Format::json: return output::json(report);
        case Format::sarif: return output::sarif(report);
        case Format::github: return output::github(report);
    }
    return "";
}

Result check_loaded(std::variant<files::Loaded, files::Failure> loaded, const analysis::Options& options) {
    if (auto* failure = std::get_if<files::Failure>(&loaded)) return {.failure = std::move(*failure)};
    const auto source = std::get<files::Loaded>(std::move(loaded)).source;
    return result_of(source, analysis::analyze(source, options));
}

Result check_standard_input(const std::string& name, const analysis::Options& options) {
    auto bytes = files::read_standard_input();
    if (auto* error = std::get_if<files::IoError>(&bytes))
        return {.failure = files::Failure{.path = name, .reason = std::move(error->reason)}};
    return check_loaded(files::decode(name, std::get<std::string>(std::move(bytes))), options);
}

// A program that reads the output gets all of its form, whatever went wrong.
int refuse(const files::Failure& failure, const Check& arguments) {
    const output::Report nothing = report({}, {failure}, {});
    if (arguments.format != Format::text && !print(formatted(nothing, arguments.format))) return 2;
    return fail(failure);
}

}  // namespace

int run(const Check& arguments) {
    const bool from_stdin = arguments.paths == std::vector<std::string>{"-"};
    const bool named = !arguments.stdin_filename.empty();
    const std::vector<std::string> stdin_path =
        named ? std::vector<std::string>{arguments.stdin_filename} : std::vector<std::string>{};
    auto resolved = resolve(arguments.analysing, from_stdin ? stdin_path : arguments.paths);
    if (const auto* failure = std::get_if<files::Failure>(&resolved)) return refuse(*failure, arguments);
    Settings& settings = std::get<Settings>(resolved);
    settings.options.dynamo.as_fullgraph = arguments.as_fullgraph;

    files::Walk walk;
    std::vector<Result> results;
    if (from_stdin) {
        walk.files = {named ? files::shown(arguments.stdin_filename) : "<stdin>"};
        results.push_back(check_standard_input(walk.files.front(), settings.options));
    } else {
        walk = files::walk(arguments.paths, settings.excludes);
        results = for_each(walk.files, settings.jobs,
                           [&](const std::string& path) { return check_loaded(files::load(path), settings.options); });
    }
    const output::Report result = report(std::move(results), std::move(walk.failed), settings.options);
    if (!print(formatted(result, arguments.format))) return 2;
    const int exit_status = status(result, walk);
    return arguments.exit_zero && exit_status == 1 ? 0 : exit_status;
}

}  // namespace commands
