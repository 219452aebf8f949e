#include "server/confirm/judge.h"
#include "server/files/walk.h"
#include "server/output/output.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace confirm {
namespace {

using Json = nlohmann::ordered_json;

std::string_view kind_of(Site::Kind kind) {
    switch (kind) {
        case Site::Kind::own: return "own";
        case Site::Kind::library: return "library";
        case Site::Kind::consequence: return "consequence";
    }
    return "";
}

Json stack_of(const std::vector<Place>& stack) {
    Json result = Json::array();
    for (const Place& place : stack)
        result.push_back({{"path", files::shown(place.path)}, {"line", place.line}, {"function", place.function}});
    return result;
}

Json site_of(const Site& site, const Confirmation& all) {
    const bool is_new = std::ranges::find(all.only_at_run_time, &site) != all.only_at_run_time.end();
    return {{"path", site.path},
            {"line", site.statement.line},
            {"endLine", site.statement.end_line},
            {"function", site.statement.function},
            {"kind", kind_of(site.kind)},
            {"outcome", site.outcome},
            {"gb", site.gb},
            {"type", site.type},
            {"reason", site.reason},
            {"hints", hints_of(site.reason)},
            {"found", !is_new},
            {"compiled", site.compiled},
            {"runs", site.runs},
            {"mostPerForward", site.most},
            {"ranks", site.ranks},
            {"stack", stack_of(site.stack)}};
}

Json verdict_of(const Judged& judged, const Confirmation& all) {
    Json result{{"verdict", to_string(judged.verdict)}, {"forwards", all.forwards}};
    if (judged.site)
        result.update({{"line", judged.site->statement.line},
                       {"gb", judged.site->gb},
                       {"outcome", judged.site->outcome},
                       {"runs", judged.site->runs},
                       {"mostPerForward", judged.site->most}});
    if (judged.recompilation) result["reasons"] = judged.recompilation->reasons;
    return result;
}

Json calls_of(const Run& run) {
    Json calls = Json::array();
    for (const auto& [id, process] : run.processes)
        for (const auto& [what, times] : process.signatures) calls.push_back({{"what", what}, {"times", times}});
    return calls;
}

Json frames_of(const Run& run) {
    Json frames = Json::array();
    for (const auto& [id, process] : run.processes)
        for (const Frame& frame : process.frames) {
            if (frame.status == "compiled") continue;
            frames.push_back({{"path", files::shown(frame.code.path)},
                              {"line", frame.code.line},
                              {"function", frame.code.function},
                              {"why", frame.why}});
        }
    return frames;
}

Json trial_of(const Tried& tried, const Confirmation& all) {
    Json fixes = Json::array(), added = Json::array(), same = Json::array();
    for (const std::size_t i : tried.fixed) {
        const output::Item& item = all.report->items[i];
        fixes.push_back({{"path", item.source->path()},
                         {"line", item.source->line_at(item.finding.span.begin) + 1},
                         {"code", item.finding.code},
                         {"title", item.proposal.fixes.front().title},
                         {"before", verdict_of(all.findings[i], all)},
                         {"after", verdict_of(tried.after.findings[i], tried.after)}});
    }
    for (const Site* site : tried.new_breaks(all)) added.push_back(site_of(*site, tried.after));
    for (const Compared& each : tried.compared) {
        Json culprit = nullptr;
        if (each.culprit)
            culprit = {{"path", each.culprit->source->path()},
                       {"line", each.culprit->source->line_at(each.culprit->finding.span.begin) + 1},
                       {"code", each.culprit->finding.code}};
        same.push_back({{"arms", each.arms},
                        {"same", each.difference.empty()},
                        {"moments", each.moments},
                        {"difference", each.difference.empty() ? Json(nullptr) : Json(each.difference)},
                        {"culprit", std::move(culprit)}});
    }
    return {{"files", tried.files},
            {"fixes", std::move(fixes)},
            {"newBreaks", std::move(added)},
            {"same", std::move(same)}};
}

}  // namespace

std::string json(const Confirmation& confirmation) {
    const Run& run = *confirmation.run;
    Json all = Json::parse(output::json(*confirmation.report));
    for (std::size_t i = 0; i < confirmation.findings.size(); ++i)
        all["findings"][i]["confirmation"] = verdict_of(confirmation.findings[i], confirmation);
    Json breaks = Json::array(), recompiled = Json::array(), ddp = Json::array();
    for (const Site& site : confirmation.sites) breaks.push_back(site_of(site, confirmation));
    for (const Recompiled& each : confirmation.recompiled)
        recompiled.push_back({{"path", each.path},
                              {"line", each.statement.line},
                              {"function", each.function},
                              {"times", each.times},
                              {"reasons", each.reasons}});
    for (const auto& [id, process] : run.processes)
        for (const auto& [place, buckets] : process.ddp)
            ddp.push_back({{"path", files::shown(place.path)}, {"line", place.line}, {"buckets", buckets}});
    Json problems = run.problems;
    if (!confirmation.ended.empty()) problems.push_back("the program " + confirmation.ended);
    const Json result{
        {"version", 1},
        {"environment",
         {{"torch", run.torch}, {"python", run.python}, {"device", run.device}, {"executable", run.executable}}},
        {"forwards", confirmation.forwards},
        {"calls", calls_of(run)},
        {"findings", all["findings"]},
        {"breaks", std::move(breaks)},
        {"recompilations", std::move(recompiled)},
        {"eager", frames_of(run)},
        {"ddp", std::move(ddp)},
        {"trial", confirmation.tried ? trial_of(*confirmation.tried, confirmation) : Json(nullptr)},
        {"problems", std::move(problems)},
        {"files", all["files"]}};
    return result.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace confirm
