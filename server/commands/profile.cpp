#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/commands/fix_trial.h"
#include "server/commands/python.h"
#include "server/files/read.h"
#include "server/os/os.h"
#include "server/output/output.h"
#include "server/output/width.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace commands {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

int refuse(const std::vector<std::string>& problems) {
    for (const std::string& problem : problems) complain("graphmend: " + output::printable(problem) + "\n");
    return 2;
}

std::string diff_of(const Texts& texts) {
    std::string diff;
    for (const auto& [path, text] : texts) diff += output::diff(path, files::text_of(path), text);
    return diff;
}

// What the page says besides the figures.
Json told_besides(const Profile& arguments, const Texts& texts, const std::vector<Compared>& compared) {
    std::error_code error;
    Json told{
        {"title", arguments.program.target}, {"diff", diff_of(texts)}, {"root", os::spelled(fs::current_path(error))}};
    if (!arguments.compare) return told;
    told["same"] = Json::array();
    for (const Compared& each : compared)
        told["same"].push_back(
            {{"arms", each.arms},
             {"same", each.difference.empty()},
             {"moments", each.moments},
             {"within", each.within},
             {"difference",
              (each.differs_anyway ? "cannot be said, as the original differs from itself: " : "") + each.difference}});
    return told;
}

bool differs(const Compared& each) { return !each.difference.empty() && !each.differs_anyway; }

// Columns as wide as what is in them.
std::string table(const Json& rows) {
    std::vector<std::vector<std::string>> cells{{"per call", "before", "after", ""}};
    for (const Json& row : rows) cells.push_back(row.get<std::vector<std::string>>());
    std::vector<std::size_t> widths(4);
    for (const auto& row : cells)
        for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], row.at(i).size());
    std::string text;
    for (const auto& row : cells) {
        std::string line;
        for (std::size_t i = 0; i < widths.size(); ++i)
            line += output::printable(row[i]) + std::string(widths[i] - row[i].size() + 2, ' ');
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

std::string text_of(const Json& profile, const std::vector<Compared>& compared, std::size_t files) {
    std::string text = files == 0 ? "nothing to fix: both programs are the same\n" : "";
    text += table(profile.at("rows"));
    for (const Compared& each : compared)
        text += (each.difference.empty() ? "same program, "
                 : each.differs_anyway   ? "cannot be compared, as the original differs from itself, "
                                         : "not the same program, ") +
                each.arms + (each.difference.empty() ? "" : ": " + output::printable(each.difference)) +
                (each.within.empty() ? "" : ", " + each.within) + "\n";
    return text;
}

// Asks for the measurements; null if there are none, with problems.
Json measure(const Profile& arguments, const Texts& texts, const std::vector<Compared>& compared,
             std::vector<std::string>& problems) {
    std::error_code error;
    Json request = request_of(arguments.program, "profile");
    request["texts"] = texts;
    request["batches"] = arguments.batches;
    request["mode"] = arguments.mode.empty() ? Json(nullptr) : Json(arguments.mode);
    request["train"] = arguments.train;
    request["rounds"] = arguments.rounds;
    request["report"] = arguments.report.empty() ? "" : os::spelled(fs::absolute(arguments.report, error));
    request["traces"] = arguments.traces.empty() ? "" : os::spelled(fs::absolute(arguments.traces, error));
    if (!arguments.traces.empty()) fs::create_directories(arguments.traces, error);
    request["told"] = told_besides(arguments, texts, compared);
    Json profile;
    const auto heard = [&](std::string_view line) {
        Json event = Json::parse(line, nullptr, false);
        if (!event.is_object()) return;
        const std::string kind = event.value("kind", "");
        if (kind == "progress") complain("graphmend: " + output::printable(event.value("text", "")) + "\n");
        if (kind == "problem") problems.push_back(event.value("text", ""));
        if (kind == "profile") profile = std::move(event);
    };
    const Ended ended =
        run_python(arguments.program.analysing.interpreter, request.dump(),
                   std::chrono::seconds(arguments.program.timeout), streams_of(arguments.program), heard);
    if (!ended.problem.empty()) problems.push_back(ended.problem);
    if (profile.is_null() && problems.empty()) problems.push_back("the measuring process " + to_string(ended.outcome));
    return profile;
}

}  // namespace

int run(const Profile& arguments) {
    Confirm program = arguments.program;
    program.calls = 2;
    program.backend = "eager";
    confirm::Run told;
    Analysing analysing = program.analysing;
    complain("graphmend: looking what the program compiles\n");
    if (const std::string ended = run_program(program, {}, told, analysing); !ended.empty())
        told.problems.push_back("the program " + ended);
    if (!told.problems.empty()) return refuse(told.problems);
    const confirm::Ours ours(told.libraries, program.packages);
    auto found = findings_in(told, ours, analysing);
    if (const auto* failure = std::get_if<files::Failure>(&found)) return fail(*failure);
    const Found& all = std::get<Found>(found);

    const Texts texts = fixed(all, program);
    std::vector<std::string> problems;
    std::vector<Compared> compared;
    if (arguments.compare && !texts.empty()) {
        complain("graphmend: comparing the original with the rewritten program\n");
        Trial trial(program, all.report);
        compared = trial.compare(texts);
        problems = trial.problems();
    }
    const Json profile = measure(arguments, texts, compared, problems);
    if (profile.is_null()) return refuse(problems);
    const std::string text = arguments.program.json ? profile.dump(1, ' ', false, Json::error_handler_t::replace) + "\n"
                                                    : text_of(profile, compared, texts.size());
    if (!print(text) || !problems.empty()) return refuse(problems);
    return std::ranges::any_of(compared, differs) ? 1 : 0;
}

}  // namespace commands
