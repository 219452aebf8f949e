#include "server/lsp/convert.h"

#include "server/lsp/uri.h"

#include <algorithm>
#include <filesystem>
#include <optional>

namespace lsp {
namespace {

Json to_json(text::Position position) { return {{"line", position.line}, {"character", position.column}}; }

constexpr int severity_of_information = 3;
// In one file. Editors show no more (VS Code has this limit), and a client waits while more of them are written.
constexpr std::size_t most_shown = 1000;

int severity(rules::Severity severity) {
    switch (severity) {
        case rules::Severity::error: return 1;
        case rules::Severity::warning: return 2;
        case rules::Severity::hint: return 4;
    }
    return 2;
}

// Columns of another file are known in code points only, and its text is not at hand: the line has to do.
std::optional<Json> location(const session::Snapshot& snapshot, const rules::Step& step, text::Unit unit) {
    const text::Position zero_based{.line = step.at.line - 1, .column = step.at.column - 1};
    if (step.path == snapshot.source->path()) {
        const std::uint32_t at = text::offset(*snapshot.source, zero_based, text::Unit::utf32);
        return Json{{"uri", snapshot.uri}, {"range", range(*snapshot.source, {at, at}, unit)}};
    }
    if (!std::filesystem::path(step.path).is_absolute()) return std::nullopt;
    const Json start = to_json({.line = zero_based.line, .column = 0});
    return Json{{"uri", uri_of(step.path)}, {"range", {{"start", start}, {"end", start}}}};
}

Json related(const session::Snapshot& snapshot, const rules::Finding& finding, text::Unit unit) {
    Json steps = Json::array();
    for (const rules::Step& step : finding.trail)
        if (auto where = location(snapshot, step, unit))
            steps.push_back({{"location", *where}, {"message", step.text}});
    return steps;
}

// For clients and tools that want more than a message; comes back with the diagnostic when code actions are asked for.
Json data(const rules::Finding& finding) {
    Json json = {{"name", finding.name},
                 {"outcome", rules::to_string(finding.outcome)},
                 {"confidence", rules::to_string(finding.confidence)},
                 {"entry", values::to_string(finding.entry)},
                 {"reach", rules::to_string(finding.reach)},
                 {"function", finding.function},
                 {"gb", finding.gb}};
    if (!finding.when.empty()) json["when"] = finding.when;
    return json;
}

}  // namespace

Json range(const text::Source& source, text::Span span, text::Unit unit) {
    return {{"start", to_json(text::position(source, span.begin, unit))},
            {"end", to_json(text::position(source, span.end, unit))}};
}

Json diagnostic(const session::Snapshot& snapshot, const rules::Finding& finding, const Client& client) {
    Json json = {{"range", range(*snapshot.source, finding.span, client.unit)},
                 {"severity", severity(finding.severity)},
                 {"code", finding.code},
                 {"source", "graphmend"},
                 {"message", finding.message},
                 {"data", data(finding)}};
    if (finding.reach == rules::Reach::conditional && !finding.when.empty())
        json["message"] = finding.message + " (when " + finding.when + ")";
    if (client.related_information && !finding.trail.empty())
        json["relatedInformation"] = related(snapshot, finding, client.unit);
    return json;
}

Json diagnostics(const session::Result& result, const Client& client) {
    Json items = Json::array();
    const text::Source& source = *result.snapshot->source;
    const std::size_t shown = std::min(result.findings.size(), most_shown);
    for (std::size_t i = 0; i < shown; ++i) {
        items.push_back(diagnostic(*result.snapshot, result.findings[i], client));
        const std::string& note = result.notes.findings[i];
        if (!note.empty()) items.back()["message"] = items.back()["message"].get<std::string>() + " - " + note;
    }
    if (const std::size_t more = result.findings.size() - shown)
        items.push_back({{"range", range(source, result.findings[shown].span, client.unit)},
                         {"severity", severity_of_information},
                         {"source", "graphmend"},
                         {"message", "from here on, " + std::to_string(more) +
                                         " more findings are not shown: `graphmend check` lists all of them"}});
    for (const confirm::Notes::Entry& entry : result.notes.only_at_run_time)
        items.push_back({{"range", range(source, source.line(entry.line - 1), client.unit)},
                         {"severity", severity_of_information},
                         {"source", "graphmend"},
                         {"message", entry.text}});
    for (const analysis::Problem& problem : result.analysis.problems())
        items.push_back({{"range", range(source, problem.span, client.unit)},
                         {"severity", severity(rules::Severity::hint)},
                         {"source", "graphmend"},
                         {"message", "not all of this file was analysed: " + problem.reason}});
    return items;
}

Json workspace_edit(const session::Snapshot& snapshot, std::span<const transforms::Edit> edits, const Client& client,
                    const std::string& warning) {
    const bool confirm = client.confirms && client.versioned_edits && !warning.empty();
    Json list = Json::array();
    for (const transforms::Edit& edit : edits) {
        list.push_back({{"range", range(*snapshot.source, edit.span, client.unit)}, {"newText", edit.text}});
        if (confirm) list.back()["annotationId"] = "unsafe";
    }
    if (!client.versioned_edits) return {{"changes", {{snapshot.uri, std::move(list)}}}};

    const Json document = {{"uri", snapshot.uri}, {"version", snapshot.version}};
    Json edit = {{"documentChanges", Json::array({{{"textDocument", document}, {"edits", std::move(list)}}})}};
    if (confirm) edit["changeAnnotations"] = {{"unsafe", {{"label", warning}, {"needsConfirmation", true}}}};
    return edit;
}

std::string_view in_words(rules::Outcome outcome) {
    switch (outcome) {
        case rules::Outcome::split:
            return "splits the graph: one graph ends here and another begins behind the statement";
        case rules::Outcome::skip: return "leaves the whole function to eager: none of it is compiled";
        case rules::Outcome::error: return "makes the compilation fail";
        case rules::Outcome::late: return "breaks the graph from a later call on, with other sizes or values";
        case rules::Outcome::recompile: return "compiles again and again, until the limit of recompilations";
    }
    return {};
}

}  // namespace lsp
