#include "server/confirm/judge.h"
#include "server/confirm/logs.h"

#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/commands/inputs.h"
#include "server/commands/python.h"
#include "server/files/load.h"
#include "server/output/width.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>
#include <variant>

namespace commands {
namespace {

nlohmann::json request_of(const Confirm& arguments) {
    const bool is_object = !arguments.is_module && arguments.target.find(':') != std::string::npos;
    const char* kind = arguments.is_module ? "module" : is_object ? "object" : "script";
    return {{"do", "confirm"},
            {"target", {{kind, arguments.target}}},
            {"arguments", arguments.arguments},
            {"inputs", arguments.inputs},
            {"calls", arguments.calls},
            {"fork", arguments.fork},
            {"backend", arguments.backend == "own" ? "" : arguments.backend}};
}

std::variant<output::Report, files::Failure> findings_in(const std::vector<std::string>& paths,
                                                         const Analysing& analysing) {
    const std::vector<std::string> here{"."};
    auto resolved = resolve(analysing, paths.empty() ? here : paths);
    if (auto* failure = std::get_if<files::Failure>(&resolved)) return std::move(*failure);
    const Settings& settings = std::get<Settings>(resolved);
    auto results = for_each(paths, settings.jobs, [&](const std::string& path) -> Result {
        auto loaded = files::load(path);
        if (auto* failure = std::get_if<files::Failure>(&loaded)) return {.failure = std::move(*failure)};
        const auto& source = std::get<files::Loaded>(loaded).source;
        const auto view = std::make_shared<modules::View>(settings.modules);
        return result_of(source, analysis::analyze(source, settings.options_for(view)));
    });
    return report(std::move(results), {}, settings.options);
}

// How it ended, if it did not end by itself. The interpreter that was found becomes the one that is meant.
std::string run_program(const Confirm& arguments, confirm::Run& told, Analysing& analysing) {
    const auto heard = [&](std::string_view line) { confirm::hear(told, line); };
    const Ended ended = run_python(arguments.analysing.interpreter, request_of(arguments).dump(),
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

// What is wrong with the run, each on a line of standard error. Whether anything is.
bool complain_about(const confirm::Confirmation& confirmation, bool was_run) {
    std::vector<std::string> problems = confirmation.run->problems;
    if (!confirmation.ended.empty()) problems.push_back("the program " + confirmation.ended);
    if (was_run && problems.empty() && confirmation.forwards == 0)
        problems.emplace_back("nothing was compiled: the program never called what torch.compile returns");
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
        ended = run_program(arguments, told, analysing);
    else
        told = confirm::read_logs(arguments.logs);
    const confirm::Ours ours(told.libraries, arguments.packages);
    if (!analysing.torch) analysing.torch = analysis::parse_version(told.torch);
    if (!analysing.python) analysing.python = analysis::parse_version(told.python);
    auto found = findings_in(confirm::files_of(told, ours), analysing);
    if (const auto* failure = std::get_if<files::Failure>(&found)) return fail(*failure);
    const output::Report& report = std::get<output::Report>(found);

    confirm::Statements statements;
    confirm::Confirmation confirmation = confirm::judge(told, report, ours, statements);
    confirmation.ended = ended;
    const bool has_news = !told.processes.empty();
    if (arguments.json ? !print(confirm::json(confirmation))
                       : has_news && !print(confirm::text(confirmation, wants_colour())))
        return 2;
    if (complain_about(confirmation, arguments.logs.empty())) return 2;
    return std::ranges::any_of(confirmation.sites, is_break) ? 1 : 0;
}

}  // namespace commands
