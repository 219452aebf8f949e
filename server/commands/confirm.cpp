#include "server/confirm/judge.h"
#include "server/confirm/logs.h"

#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/commands/inputs.h"
#include "server/commands/python.h"
#include "server/commands/trial.h"
#include "server/files/load.h"
#include "server/output/width.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

namespace commands {
namespace {

// The findings in the files, and the settings that they were looked for with.
struct Found {
    Settings settings;
    output::Report report;
};

std::variant<Found, files::Failure> findings_in(const std::vector<std::string>& paths, const Analysing& analysing) {
    const std::vector<std::string> here{"."};
    auto resolved = resolve(analysing, paths.empty() ? here : paths);
    if (auto* failure = std::get_if<files::Failure>(&resolved)) return std::move(*failure);
    Found found{.settings = std::get<Settings>(std::move(resolved)), .report = {}};
    auto results = for_each(paths, found.settings.jobs, [&](const std::string& path) -> Result {
        auto loaded = files::load(path);
        if (auto* failure = std::get_if<files::Failure>(&loaded)) return {.failure = std::move(*failure)};
        const auto& source = std::get<files::Loaded>(loaded).source;
        const auto view = std::make_shared<modules::View>(found.settings.modules);
        return result_of(source, analysis::analyze(source, found.settings.options_for(view)));
    });
    found.report = report(std::move(results), {}, found.settings.options);
    return found;
}

// How it ended, if it did not end by itself. The interpreter that was found becomes the one that is meant.
std::string run_program(const Confirm& arguments, const Texts& rewritten, confirm::Run& told, Analysing& analysing) {
    const auto heard = [&](std::string_view line) { confirm::hear(told, line); };
    nlohmann::json request = request_of(arguments, "confirm");
    request["rewritten"] = rewritten;
    const Ended ended = run_python(arguments.analysing.interpreter, request.dump(),
                                   std::chrono::seconds(arguments.timeout), arguments.json, heard);
    analysing.interpreter = ended.interpreter;
    if (!ended.problem.empty()) {
        told.problems.push_back(ended.problem);
        return "";
    }
    if (told.torch.empty() && told.problems.empty())
        told.problems.push_back(ended.interpreter + " " + to_string(ended.outcome) + " while it imported torch");
    return ended.outcome.end == runner::Outcome::End::exited ? "" : to_string(ended.outcome);
}

// Runs the program again with its fixes, and compares the two.
std::unique_ptr<confirm::Tried> try_fixes(const Confirm& arguments, const Settings& settings,
                                          const std::vector<std::string>& paths, const confirm::Confirmation& before,
                                          const confirm::Ours& ours) {
    auto tried = std::make_unique<confirm::Tried>();
    const Texts texts = fixed(paths, settings, arguments.unsafe);
    tried->files = texts.size();
    if (texts.empty()) return tried;
    const output::Report& report = *before.report;
    for (std::size_t i = 0; i < report.items.size(); ++i)
        if (is_applied(report.items[i], arguments.unsafe)) tried->fixed.push_back(i);
    Analysing analysing = arguments.analysing;
    const std::string ended = run_program(arguments, texts, tried->run, analysing);
    if (!ended.empty()) tried->problems.push_back("the rewritten program " + ended);
    confirm::Statements statements;
    tried->after = confirm::judge(tried->run, report, ours, statements);
    Trial trial(arguments, report, arguments.unsafe);
    tried->compared = trial.compare(texts);
    tried->problems.insert(tried->problems.end(), trial.problems().begin(), trial.problems().end());
    return tried;
}

// What is wrong with the run, each on a line of standard error. Whether anything is.
bool complain_about(const confirm::Confirmation& confirmation, bool was_run) {
    std::vector<std::string> problems = confirmation.run->problems;
    if (!confirmation.ended.empty()) problems.push_back("the program " + confirmation.ended);
    if (was_run && problems.empty() && confirmation.forwards == 0)
        problems.emplace_back("nothing was compiled: the program never called what torch.compile returns");
    if (confirmation.tried != nullptr)
        problems.insert(problems.end(), confirmation.tried->problems.begin(), confirmation.tried->problems.end());
    for (const files::Failure& failure : confirmation.report->failed) fail(failure);
    for (const std::string& problem : problems) complain("graphmend: " + output::printable(problem) + "\n");
    return !problems.empty() || !confirmation.report->failed.empty();
}

bool is_break(const confirm::Site& site) { return site.kind == confirm::Site::Kind::own; }

}  // namespace

int run(const Confirm& arguments) {
    confirm::Run told;
    Analysing analysing = arguments.analysing;
    std::string ended;
    if (arguments.logs.empty())
        ended = run_program(arguments, {}, told, analysing);
    else
        told = confirm::read_logs(arguments.logs);
    const confirm::Ours ours(told.libraries, arguments.packages);
    if (!analysing.torch) analysing.torch = analysis::parse_version(told.torch);
    if (!analysing.python) analysing.python = analysis::parse_version(told.python);
    const std::vector<std::string> paths = confirm::files_of(told, ours);
    auto found = findings_in(paths, analysing);
    if (const auto* failure = std::get_if<files::Failure>(&found)) return fail(*failure);
    const auto& [settings, report] = std::get<Found>(found);

    confirm::Statements statements;
    confirm::Confirmation confirmation = confirm::judge(told, report, ours, statements);
    confirmation.ended = ended;
    std::unique_ptr<confirm::Tried> tried;
    if (arguments.fix && arguments.logs.empty() && confirmation.forwards > 0)
        tried = try_fixes(arguments, settings, paths, confirmation, ours);
    confirmation.tried = tried.get();
    const bool has_news = !told.processes.empty();
    if (arguments.json ? !print(confirm::json(confirmation))
                       : has_news && !print(confirm::text(confirmation, wants_colour())))
        return 2;
    if (complain_about(confirmation, arguments.logs.empty())) return 2;
    return std::ranges::any_of(confirmation.sites, is_break) ? 1 : 0;
}

}  // namespace commands
