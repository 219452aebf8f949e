#include "server/cache/cache.h"
#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/commands/evidence.h"
#include "server/commands/inputs.h"
#include "server/commands/known.h"
#include "server/commands/suppress.h"
#include "server/commands/watch.h"
#include "server/confirm/history.h"
#include "server/files/read.h"
#include "server/output/output.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace commands {

namespace {

std::string formatted(const output::Report& report, const Check& arguments) {
    const output::Style style{.colour = wants_colour()};
    return arguments.statistics ? output::statistics(report, style) : arguments.format->write(report, style);
}

const std::string& path_of(const output::Item& item) { return item.source->path(); }

std::shared_ptr<const text::Source> source_at(const std::string& path) {
    const auto loaded = files::load(path);
    const auto* good = std::get_if<files::Loaded>(&loaded);
    return good == nullptr ? nullptr : good->source;
}

// What the last runs said of the files, on items of theirs and beside them.
void add_confirmations(output::Report& report, std::span<const std::string> paths, const std::string& folder) {
    confirm::Notebook notebook(folder);
    report.seen.emplace();
    for (const std::string& path : paths) {
        if (!notebook.knows(path)) continue;
        const std::span<output::Item> items = std::ranges::equal_range(report.items, path, {}, path_of);
        std::vector<rules::Finding> findings;
        for (const output::Item& item : items) findings.push_back(item.finding);
        const std::shared_ptr<const text::Source> source = items.empty() ? source_at(path) : items.front().source;
        if (!source) continue;
        confirm::Notes notes = notebook.notes(*source, findings);
        for (std::size_t i = 0; i < items.size(); ++i) items[i].confirmed = std::move(notes.findings[i]);
        std::ranges::stable_sort(notes.only_at_run_time, {}, &confirm::Notes::Entry::line);
        for (const auto& [line, text] : notes.only_at_run_time) report.seen->push_back({source, line, text});
    }
}

std::unique_ptr<cache::Cache> open_cache(const Analysing& arguments, const Settings& settings) {
    const std::string folder = cache_folder(arguments);
    if (arguments.no_cache || folder.empty()) return nullptr;
    return std::make_unique<cache::Cache>(folder, settings.options, settings.modules);
}

Result check_standard_input(const std::string& name, const Settings& settings) {
    auto bytes = files::read_standard_input();
    if (auto* error = std::get_if<files::IoError>(&bytes))
        return {.failure = files::Failure{.path = name, .reason = std::move(error->reason)}};
    return looked_at(files::decode(name, std::get<std::string>(std::move(bytes))), settings);
}

// A program that reads the output gets all of its form, whatever went wrong.
int refuse(const files::Failure& failure, const Check& arguments) {
    const Settings none;
    const output::Report nothing = report({}, {failure}, none);
    if (arguments.format->reader == output::Reader::program && !print(formatted(nothing, arguments))) return 2;
    return fail(failure);
}

int check_once(const Check& arguments) {
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
    std::unique_ptr<cache::Cache> cache;  // results point into it
    if (from_stdin) {
        walk.files = {named ? files::shown(arguments.stdin_filename) : "<stdin>"};
        results.push_back(check_standard_input(walk.files.front(), settings));
    } else {
        walk = files::walk(arguments.paths, settings.excludes);
        cache = open_cache(arguments.analysing, settings);
        results = look_at(walk.files, settings, cache.get());
    }
    const Called called = called_from_elsewhere(results);
    output::Report result = report(std::move(results), std::move(walk.failed), settings);
    add_proposals(result, called, settings, cache.get());
    weigh(result, arguments.analysing);
    if (arguments.with_confirm) add_confirmations(result, walk.files, cache_folder(arguments.analysing));
    if (cache) cache->save();
    if (arguments.list_entries) {
        const bool as_json = arguments.format->reader == output::Reader::program;
        const std::string text =
            as_json ? output::entries_json(result) : output::entries_text(result, {.colour = wants_colour()});
        return print(text) && result.failed.empty() ? 0 : 2;
    }
    if (!arguments.write_baseline.empty()) return write_baseline(result, walk, arguments.write_baseline);
    if (const auto failure = leave_out_known(result, walk, arguments, settings)) return refuse(*failure, arguments);
    if (arguments.suppress) return suppress(std::move(result), walk, arguments.reason);
    if (!print(formatted(result, arguments))) return 2;
    const int exit_status = status(result, walk, arguments.exit_severity);
    return arguments.exit_zero && exit_status == 1 ? 0 : exit_status;
}

}  // namespace

int run(const Check& arguments) {
    const bool from_stdin = arguments.paths == std::vector<std::string>{"-"};
    if (from_stdin && arguments.suppress)
        return fail({.path = "-", .reason = "no comments can be written into standard input; name a file"});
    if (from_stdin && arguments.watch)
        return fail({.path = "-", .reason = "standard input does not change; name a file"});
    const auto check = [&] { return check_once(arguments); };
    return arguments.watch ? watch(arguments, check) : check();
}

}  // namespace commands
