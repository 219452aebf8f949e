#include "analysis/rules/all.h"
#include "analysis/text/position.h"
#include "server/os/os.h"
#include "server/output/output.h"
#include "server/pages/pages.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <utility>

namespace output {

namespace {

using Json = nlohmann::ordered_json;

std::string_view level(rules::Severity severity) {
    switch (severity) {
        case rules::Severity::error: return "error";
        case rules::Severity::warning: return "warning";
        case rules::Severity::hint: return "note";
    }
    return "";
}

// A path as a relative reference: what RFC 3986 does not allow in a path is written as %XX.
std::string uri(std::string_view path) {
    constexpr std::string_view plain = "-._~/!$&'()*+,;=@";
    std::string result;
    for (const char c : os::path_in_uri(path)) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        char escaped[4];
        std::snprintf(escaped, sizeof escaped, "%%%02X", static_cast<unsigned char>(c));
        if (letter || plain.find(c) != std::string_view::npos)
            result += c;
        else
            result += escaped;
    }
    return result;
}

std::string sentence(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text + ".";
}

// "tensor-branch" -> "TensorBranch"
std::string pascal_case(std::string_view name) {
    std::string result;
    bool up = true;
    for (const char c : name) {
        if (c != '-') result += up && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        up = c == '-';
    }
    return result;
}

Json message(const std::string& text) { return {{"text", text}}; }

Json artifact(std::string_view path) { return {{"uri", uri(path)}}; }

Json region(const text::Source& source, text::Span span) {
    const text::LineColumn begin = text::line_column(source, span.begin), end = text::line_column(source, span.end);
    return {{"startLine", begin.line}, {"startColumn", begin.column}, {"endLine", end.line}, {"endColumn", end.column}};
}

Json location(const Item& item) {
    return {
        {"physicalLocation",
         {{"artifactLocation", artifact(item.source->path())}, {"region", region(*item.source, item.finding.span)}}},
        {"logicalLocations", Json::array({{{"fullyQualifiedName", item.finding.function}, {"kind", "function"}}})}};
}

Json code_flows(const std::vector<rules::Step>& trail) {
    Json steps = Json::array();
    for (const rules::Step& step : trail)
        steps.push_back({{"location",
                          {{"physicalLocation",
                            {{"artifactLocation", artifact(step.path)},
                             {"region", {{"startLine", step.at.line}, {"startColumn", step.at.column}}}}},
                           {"message", message(sentence(step.text))}}}});
    return Json::array({{{"threadFlows", Json::array({{{"locations", std::move(steps)}}})}}});
}

Json fixes(const Item& item) {
    Json result = Json::array();
    for (const transforms::Fix& fix : item.proposal.fixes) {
        Json replacements = Json::array();
        for (const transforms::Edit& edit : fix.edits)
            replacements.push_back(
                {{"deletedRegion", region(*item.source, edit.span)}, {"insertedContent", {{"text", edit.text}}}});
        result.push_back({{"description", message(sentence(fix.title))},
                          {"artifactChanges", Json::array({{{"artifactLocation", artifact(item.source->path())},
                                                            {"replacements", std::move(replacements)}}})}});
    }
    return result;
}

// The rules of the findings alone, as validators ask for; in the order of their codes.
std::vector<const rules::Rule*> used_rules(const Report& report) {
    std::vector<const rules::Rule*> used;
    for (const rules::Rule* rule : rules::all())
        if (std::ranges::any_of(report.items, [&](const Item& item) { return item.finding.code == rule->code; }))
            used.push_back(rule);
    return used;
}

Json result(const Item& item, const std::vector<const rules::Rule*>& used) {
    const rules::Finding& finding = item.finding;
    std::string words = finding.message;
    if (finding.reach == rules::Reach::conditional) words += ", when " + finding.when;
    Json json{{"ruleId", finding.code}};
    const auto rule = std::ranges::find_if(used, [&](const rules::Rule* each) { return each->code == finding.code; });
    if (rule != used.end()) json["ruleIndex"] = std::distance(used.begin(), rule);
    json["level"] = level(finding.severity);
    json["message"] = message(sentence(words) + (item.confirmed.empty() ? "" : " " + sentence(item.confirmed)));
    json["locations"] = Json::array({location(item)});
    json["properties"] = {{"entry", to_string(finding.entry)}};
    if (!finding.trail.empty()) json["codeFlows"] = code_flows(finding.trail);
    if (!item.proposal.fixes.empty()) json["fixes"] = fixes(item);
    return json;
}

// What only runs have shown is no rule's.
constexpr std::string_view seen_id = "run-time";

Json result(const Seen& seen) {
    return {{"ruleId", seen_id},
            {"level", "note"},
            {"message", message(sentence(seen.text))},
            {"locations", Json::array({{{"physicalLocation",
                                         {{"artifactLocation", artifact(seen.source->path())},
                                          {"region", {{"startLine", seen.line}}}}}}})}};
}

Json seen_descriptor() {
    const Json summary = message("What a run on the real PyTorch has shown where nothing was found.");
    return {{"id", seen_id},
            {"name", "OnlyAtRunTime"},
            {"shortDescription", summary},
            {"fullDescription", summary},
            {"help", message("Run `graphmend confirm` to see its reason and hints.")}};
}

Json rule_descriptor(const rules::Rule& rule) {
    const Json summary = message(sentence(std::string(rule.summary)));
    Json help = message("Run `graphmend explain " + std::string(rule.code) + "`.");
    if (const std::string_view page = pages::find(rule.code); !page.empty()) help["markdown"] = page;
    return {{"id", rule.code},
            {"name", pascal_case(rule.name)},
            {"shortDescription", summary},
            {"fullDescription", summary},
            {"help", std::move(help)}};
}

Json notifications(const std::vector<files::Failure>& failed) {
    Json result = Json::array();
    for (const files::Failure& failure : failed)
        result.push_back(
            {{"level", "error"},
             {"message", message(sentence(failure.reason))},
             {"locations", Json::array({{{"physicalLocation", {{"artifactLocation", artifact(failure.path)}}}}})}});
    return result;
}

}  // namespace

std::string sarif(const Report& report) {
    const std::vector<const rules::Rule*> used = used_rules(report);
    Json descriptors = Json::array(), results = Json::array();
    for (const rules::Rule* rule : used) descriptors.push_back(rule_descriptor(*rule));
    for (const Item& item : report.items) results.push_back(result(item, used));
    if (report.seen && !report.seen->empty()) {
        for (const Seen& seen : *report.seen) {
            results.push_back(result(seen));
            results.back()["ruleIndex"] = descriptors.size();
        }
        descriptors.push_back(seen_descriptor());
    }
    const Json driver{{"name", "GraphMend"}, {"semanticVersion", GRAPHMEND_VERSION}, {"rules", std::move(descriptors)}};
    const Json run{{"tool", {{"driver", driver}}},
                   {"invocations", Json::array({{{"executionSuccessful", report.failed.empty()},
                                                 {"toolExecutionNotifications", notifications(report.failed)}}})},
                   {"columnKind", "unicodeCodePoints"},
                   {"results", std::move(results)}};
    const Json log{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                   {"version", "2.1.0"},
                   {"runs", Json::array({run})}};
    return log.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace output
