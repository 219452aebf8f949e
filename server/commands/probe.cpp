#include "server/commands/probe.h"

#include "server/commands/program.h"
#include "server/commands/python.h"
#include "server/confirm/statements.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace commands {

namespace {

using Json = nlohmann::json;

std::vector<confirm::Probed> asked_of(const std::vector<confirm::Applied>& fixes) {
    std::vector<confirm::Probed> all;
    for (const confirm::Applied& each : fixes)
        for (const transforms::proof::Guard& guard : each.fix->assumed)
            all.push_back({.fix = each, .test = transforms::proof::code(guard)});
    return all;
}

// What the runner is to ask, in front of the statement that the fix rewrites.
Json request_for(const confirm::Probed& each, const output::Report& report, confirm::Statements& statements) {
    const output::Item& item = report.items[each.fix.finding];
    const std::string path = item.source->path();
    const confirm::Statement at = statements.at(path, item.source->line_at(item.finding.span.begin) + 1);
    return {{"file", path}, {"line", at.line}, {"end", at.end_line}, {"test", each.test}};
}

// "y is float32[3, 4], out is float32[3]"
std::string listed(const Json& values) {
    std::string text;
    for (const auto& [name, value] : values.items())
        text += (text.empty() ? "" : ", ") + name + " is " + value.get<std::string>();
    return text;
}

void hear(const Json& event, std::vector<confirm::Probed>& probed) {
    const std::size_t number = event.at("number");
    if (event.at("kind") != "probed" || number >= probed.size()) return;
    confirm::Probed& of = probed[number];
    of.held += event.at("held").get<std::uint64_t>();
    of.failed += event.at("failed").get<std::uint64_t>();
    if (of.refuted.empty() && event.at("refuted").is_object()) of.refuted = listed(event.at("refuted"));
}

}  // namespace

std::vector<confirm::Probed> probe(const Confirm& arguments, const output::Report& report,
                                   const std::vector<confirm::Applied>& fixes, std::vector<std::string>& problems) {
    std::vector<confirm::Probed> probed = asked_of(fixes);
    if (probed.empty()) return probed;
    confirm::Statements statements;
    Json request = request_of(arguments, "probe");
    for (const confirm::Probed& each : probed) request["probes"].push_back(request_for(each, report, statements));
    const auto heard = [&](std::string_view line) {
        try {
            if (const Json event = Json::parse(line); event.contains("number")) hear(event, probed);
        } catch (const Json::exception&) {
            problems.emplace_back("the run that asks what fixes assume sent a line that is no event");
        }
    };
    const Ended ended = run_python(arguments.analysing.interpreter, request.dump(),
                                   std::chrono::seconds(arguments.timeout), arguments.json, heard);
    if (!ended.problem.empty()) problems.push_back("the run that asks what fixes assume: " + ended.problem);
    return probed;
}

}  // namespace commands
