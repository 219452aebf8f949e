#include "analysis/text/position.h"
#include "server/output/output.h"

#include <nlohmann/json.hpp>

namespace output {

namespace {

using Json = nlohmann::ordered_json;

Json null_if_empty(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json point(const text::Source& source, std::uint32_t offset) {
    const text::LineColumn at = text::line_column(source, offset);
    return {{"line", at.line}, {"column", at.column}};
}

Json range(const text::Source& source, text::Span span) {
    return {{"start", point(source, span.begin)}, {"end", point(source, span.end)}};
}

Json trail(const std::vector<rules::Step>& steps) {
    Json result = Json::array();
    for (const rules::Step& step : steps)
        result.push_back(
            {{"path", step.path}, {"line", step.at.line}, {"column", step.at.column}, {"text", step.text}});
    return result;
}

Json guards(const transforms::proof::Guards& guards) {
    Json result = Json::array();
    for (const auto& each : guards)
        result.push_back({{"code", transforms::proof::code(each)}, {"text", transforms::proof::says(each)}});
    return result;
}

Json fixes(const Item& item) {
    Json result = Json::array();
    for (const transforms::Fix& fix : item.proposal.fixes) {
        Json edits = Json::array();
        for (const transforms::Edit& edit : fix.edits)
            edits.push_back({{"range", range(*item.source, edit.span)}, {"text", edit.text}});
        result.push_back({{"rewrite", fix.rewrite},
                          {"title", fix.title},
                          {"safety", to_string(fix.safety)},
                          {"form", to_string(fix.form)},
                          {"assumes", null_if_empty(fix.assumes)},
                          {"tests", guards(fix.tests)},
                          {"assumed", guards(fix.assumed)},
                          {"evidence", null_if_empty(fix.evidence)},
                          {"needs", null_if_empty(fix.needs)},
                          {"edits", std::move(edits)}});
    }
    return result;
}

Json finding(const Item& item) {
    const rules::Finding& finding = item.finding;
    Json gb = Json::array();
    for (const std::string_view id : finding.gb) gb.push_back(id);
    Json result{{"path", item.source->path()},
                {"code", finding.code},
                {"name", finding.name},
                {"message", finding.message},
                {"severity", to_string(finding.severity)},
                {"outcome", to_string(finding.outcome)},
                {"confidence", to_string(finding.confidence)},
                {"entry", to_string(finding.entry)},
                {"reach", to_string(finding.reach)},
                {"when", null_if_empty(finding.when)},
                {"range", range(*item.source, finding.span)},
                {"gb", std::move(gb)},
                {"function", finding.function},
                {"trail", trail(finding.trail)},
                {"fixes", fixes(item)},
                {"declined", item.proposal.declined ? Json(*item.proposal.declined) : Json(nullptr)},
                {"advice", null_if_empty(item.proposal.advice)}};
    if (!item.confirmed.empty()) result["confirmation"] = item.confirmed;
    return result;
}

Json seen(const std::vector<Seen>& all) {
    Json result = Json::array();
    for (const Seen& each : all)
        result.push_back({{"path", each.source->path()}, {"line", each.line}, {"text", each.text}});
    return result;
}

}  // namespace

std::string json_lines(const Report& report) {
    const auto line = [](const Json& object) {
        return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    };
    std::string result;
    for (const Item& item : report.items) result += line(finding(item));
    if (report.seen)
        for (const Json& each : seen(*report.seen)) result += line({{"onlyAtRunTime", each}});
    for (const files::Failure& failure : report.failed)
        result += line({{"failed", {{"path", failure.path}, {"reason", failure.reason}}}});
    return result;
}

std::string json(const Report& report) {
    Json findings = Json::array(), failed = Json::array();
    for (const Item& item : report.items) findings.push_back(finding(item));
    for (const files::Failure& failure : report.failed)
        failed.push_back({{"path", failure.path}, {"reason", failure.reason}});
    Json result{{"version", 1},
                {"torch", analysis::to_string(report.torch)},
                {"python", analysis::to_string(report.python)},
                {"findings", std::move(findings)},
                {"files", {{"checked", report.checked}, {"failed", std::move(failed)}}}};
    if (report.seen) result["onlyAtRunTime"] = seen(*report.seen);
    // A path is any bytes; what is not UTF-8 in it is replaced, so that the output stays JSON.
    return result.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace output
