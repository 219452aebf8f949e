#include "server/confirm/history.h"
#include "server/confirm/judge.h"
#include "server/confirm/logs.h"

#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/commands/fix_trial.h"
#include "server/commands/inputs.h"
#include "server/commands/probe.h"
#include "server/output/width.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

namespace commands {
namespace {

// Runs the program again with its fixes, and compares the two.
std::unique_ptr<confirm::Tried> try_fixes(const Confirm& arguments, const Found& found,
                                          const confirm::Confirmation& before, const confirm::Ours& ours) {
    auto tried = std::make_unique<confirm::Tried>();
    const Texts texts = fixed(found, arguments);
    tried->files = texts.size();
    if (texts.empty()) return tried;
    const output::Report& report = *before.report;
    tried->fixed = applied(report, arguments);
    Analysing analysing = arguments.analysing;
    const std::string ended = run_program(arguments, texts, tried->run, analysing);
    if (!ended.empty()) tried->problems.push_back("the rewritten program " + ended);
    confirm::Statements statements;
    tried->after = confirm::judge(tried->run, report, ours, statements);
    Trial trial(arguments, report);
    tried->compared = trial.compare(texts);
    tried->ways = trial.ways();
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
    auto found = findings_in(told, ours, analysing);
    if (const auto* failure = std::get_if<files::Failure>(&found)) return fail(*failure);
    const Found& all = std::get<Found>(found);
    const output::Report& report = all.report;

    confirm::Statements statements;
    confirm::Confirmation confirmation = confirm::judge(told, report, ours, statements);
    confirmation.ended = ended;
    std::unique_ptr<confirm::Tried> tried;
    if (arguments.fix && arguments.logs.empty() && confirmation.forwards > 0)
        tried = try_fixes(arguments, all, confirmation, ours);
    confirmation.tried = tried.get();
    if (confirmation.forwards > 0 && arguments.logs.empty() && (arguments.evidence || (tried && arguments.unsafe)))
        confirmation.probed = probe(arguments, report, told.problems);
    if (!analysing.no_cache && arguments.logs.empty()) confirm::keep(cache_folder(analysing), confirmation);
    const bool has_news = !told.processes.empty();
    if (arguments.json ? !print(confirm::json(confirmation))
                       : has_news && !print(confirm::text(confirmation, wants_colour())))
        return 2;
    if (complain_about(confirmation, arguments.logs.empty())) return 2;
    return std::ranges::any_of(confirmation.sites, is_break) ? 1 : 0;
}

}  // namespace commands
