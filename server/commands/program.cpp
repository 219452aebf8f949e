#include "server/commands/program.h"

#include "server/commands/python.h"
#include "server/files/load.h"
#include "transforms/transforms.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <utility>

namespace commands {

using Json = nlohmann::json;

python::Streams streams_of(const Confirm& arguments) {
    if (arguments.reads_nothing) return python::Streams::apart;
    return arguments.json ? python::Streams::out_to_err : python::Streams::own;
}

Json request_of(const Confirm& arguments, const char* work) {
    const bool is_object = !arguments.is_module && arguments.target.find(':') != std::string::npos;
    const char* kind = arguments.is_module ? "module" : is_object ? "object" : "script";
    return {{"do", work},
            {"target", {{kind, arguments.target}}},
            {"arguments", arguments.arguments},
            {"inputs", arguments.inputs},
            {"calls", arguments.calls},
            {"fork", arguments.fork},
            {"backend", arguments.backend == "own" ? "" : arguments.backend}};
}

transforms::Choice choice_of(const Confirm& arguments) {
    return {.unsafe = arguments.unsafe, .runtime = arguments.runtime, .form = arguments.form};
}

std::vector<confirm::Applied> applied(const output::Report& report, const Confirm& arguments) {
    std::vector<confirm::Applied> all;
    for (std::size_t i = 0; i < report.items.size(); ++i)
        if (const transforms::Fix* best = transforms::chosen(report.items[i].proposal.fixes, choice_of(arguments)))
            all.push_back({.finding = i, .fix = best});
    return all;
}

Texts fixed(const Found& found, const Confirm& arguments) {
    Texts texts;
    for (const std::string& path : found.paths) {
        const auto loaded = files::load(path);
        if (!std::holds_alternative<files::Loaded>(loaded)) continue;
        analysis::Options options = found.settings.options_for_one(path);
        if (const auto called = found.called.find(path); called != found.called.end()) options.entries = called->second;
        const auto result = transforms::fix(std::get<files::Loaded>(loaded).source, options, choice_of(arguments));
        if (!result.applied.empty()) texts[path] = result.text;
    }
    return texts;
}

std::string run_program(const Confirm& arguments, const Texts& rewritten, confirm::Run& told, Analysing& analysing) {
    const auto heard = [&](std::string_view line) { confirm::hear(told, line); };
    nlohmann::json request = request_of(arguments, "confirm");
    request["rewritten"] = rewritten;
    const Ended ended = run_python(arguments.analysing.interpreter, request.dump(),
                                   std::chrono::seconds(arguments.timeout), streams_of(arguments), heard);
    analysing.interpreter = ended.interpreter;
    if (!ended.problem.empty()) {
        told.problems.push_back(ended.problem);
        return "";
    }
    if (told.torch.empty() && told.problems.empty())
        told.problems.push_back(ended.interpreter + " " + to_string(ended.outcome) + " while it imported torch");
    return ended.outcome.end == python::Outcome::End::exited ? "" : to_string(ended.outcome);
}

std::variant<Found, files::Failure> findings_in(const confirm::Run& told, const confirm::Ours& ours,
                                                Analysing analysing) {
    if (!analysing.torch) analysing.torch = analysis::parse_version(told.torch);
    if (!analysing.python) analysing.python = analysis::parse_version(told.python);
    const std::vector<std::string> here{"."}, paths = confirm::files_of(told, ours);
    auto resolved = resolve(analysing, paths.empty() ? here : paths);
    if (auto* failure = std::get_if<files::Failure>(&resolved)) return std::move(*failure);
    Found found{.settings = std::get<Settings>(std::move(resolved)), .paths = paths, .called = {}, .report = {}};
    auto results = for_each(paths, found.settings.jobs, [&](const std::string& path) -> Result {
        auto loaded = files::load(path);
        if (auto* failure = std::get_if<files::Failure>(&loaded)) return {.failure = std::move(*failure)};
        const auto& source = std::get<files::Loaded>(loaded).source;
        return result_of(source, analysis::analyze(source, found.settings.options_for_one()));
    });
    found.called = called_from_elsewhere(results);
    found.report = report(std::move(results), {}, found.settings);
    add_proposals(found.report, found.called, found.settings);
    return found;
}

}  // namespace commands
