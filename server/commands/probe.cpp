#include "server/commands/probe.h"

#include "server/commands/program.h"
#include "server/commands/python.h"
#include "server/confirm/statements.h"
#include "server/files/load.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <variant>

namespace commands {

namespace {

using Json = nlohmann::json;

constexpr std::size_t longest_told = 200;  // characters of values, as a program sends them

// One for each test that fixes of a finding assume.
std::vector<confirm::Probed> asked_of(const output::Report& report) {
    std::vector<confirm::Probed> all;
    for (std::size_t i = 0; i < report.items.size(); ++i) {
        std::set<std::string> tests;
        for (const transforms::Fix& fix : report.items[i].proposal.fixes)
            for (const std::string& test : transforms::proof::codes(fix.assumed)) tests.insert(test);
        for (const std::string& test : tests) all.push_back({.finding = i, .test = test});
    }
    return all;
}

// What the runner is to ask, in front of the statement that the fix rewrites.
Json request_for(const confirm::Probed& each, const output::Report& report, confirm::Statements& statements) {
    const output::Item& item = report.items[each.finding];
    const std::string path = item.source->path();
    const confirm::Statement at = statements.at(path, item.source->line_at(item.finding.span.begin) + 1);
    return {{"file", path}, {"line", at.line}, {"end", at.end_line}, {"test", each.test}};
}

// "y is float32[3, 4], out is float32[3]"
std::string listed(const Json& values) {
    std::string text;
    for (const auto& [name, value] : values.items())
        text += (text.empty() ? "" : ", ") + name + " is " + value.get<std::string>();
    return text.size() > longest_told ? text.substr(0, longest_told) + "..." : text;
}

// The program itself may write to the channel: what it says there is about tests that were asked, or of no account.
void hear(const Json& event, std::vector<confirm::Probed>& probed) {
    if (event.at("kind") != "probed") return;
    const Json &number = event.at("number"), &held = event.at("held"), &failed = event.at("failed");
    if (!number.is_number_unsigned() || !held.is_number_unsigned() || !failed.is_number_unsigned()) return;
    if (number.get<std::uint64_t>() >= probed.size()) return;
    confirm::Probed& of = probed[number];
    of.held += held.get<std::uint64_t>();
    of.failed += failed.get<std::uint64_t>();
    if (of.refuted.empty() && event.at("refuted").is_object()) of.refuted = listed(event.at("refuted"));
}

// Of a file that was edited meanwhile, nobody knows what the run has seen.
void leave_out_edited(const output::Report& report, std::vector<confirm::Probed>& probed,
                      std::vector<std::string>& problems) {
    std::map<std::string, bool> same;
    const auto is_edited = [&](const confirm::Probed& each) {
        const text::Source& source = *report.items[each.finding].source;
        const auto [known, is_new] = same.try_emplace(source.path(), false);
        if (!is_new) return !known->second;
        const auto loaded = files::load(source.path());
        const auto* good = std::get_if<files::Loaded>(&loaded);
        known->second = good != nullptr && good->source->text() == source.text();
        if (!known->second)
            problems.push_back(source.path() + " was edited while its program ran: what it assumes is not known");
        return !known->second;
    };
    std::erase_if(probed, is_edited);
}

}  // namespace

std::vector<confirm::Probed> probe(const Confirm& arguments, const output::Report& report,
                                   std::vector<std::string>& problems) {
    std::vector<confirm::Probed> probed = asked_of(report);
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
                                   std::chrono::seconds(arguments.timeout), streams_of(arguments), heard);
    if (!ended.problem.empty()) problems.push_back("the run that asks what fixes assume: " + ended.problem);
    leave_out_edited(report, probed, problems);
    return probed;
}

}  // namespace commands
