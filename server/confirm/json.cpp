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

// How often it broke on each; null where logs say no more than that it did.
Json ranks_of(const Site& site) {
    Json result = Json::object();
    for (const auto& [rank, runs] : site.ranks) result[rank] = site.runs == 0 ? Json(nullptr) : Json(runs);
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
            {"ranks", ranks_of(site)},
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

Json frames_of(const Confirmation& all) {
    Json frames = Json::array();
    for (const Left& left : all.left)
        frames.push_back({{"path", left.path},
                          {"line", left.statement.line},
                          {"function", left.function},
                          {"why", left.why},
                          {"times", left.times}});
    return frames;
}

Json ddp_of(const Confirmation& all) {
    Json splits = Json::array();
    for (const Shared& each : all.ddp)
        splits.push_back({{"path", each.path},
                          {"line", each.statement.line},
                          {"function", each.statement.function},
                          {"graphs", each.graphs},
                          {"ranks", each.ranks}});
    return splits;
}

Json probed_of(const Probed& probed) {
    return {{"test", probed.test},
            {"held", probed.held},
            {"failed", probed.failed},
            {"refuted", probed.refuted.empty() ? Json(nullptr) : Json(probed.refuted)}};
}

Json evidence_of(const Confirmation& all) {
    Json evidence = Json::array();
    for (const Probed& each : all.probed) {
        const output::Item& item = all.report->items[each.finding];
        Json told = probed_of(each);
        told["path"] = item.source->path();
        told["line"] = item.source->line_at(item.finding.span.begin) + 1;
        told["code"] = item.finding.code;
        evidence.push_back(std::move(told));
    }
    return evidence;
}

Json trial_of(const Tried& tried, const Confirmation& all) {
    Json fixes = Json::array(), added = Json::array(), same = Json::array();
    for (const auto& [i, fix] : tried.fixed) {
        const output::Item& item = all.report->items[i];
        const auto ways = tried.ways.find(i);
        Json condition = nullptr, assumed = Json::array();
        for (const transforms::proof::Guard& guard : fix->assumed)
            if (const Probed* asked = all.about(i, transforms::proof::code(guard)))
                assumed.push_back(probed_of(*asked));
        if (ways != tried.ways.end())
            condition = {{"true", ways->second.when_true}, {"false", ways->second.when_false}};
        fixes.push_back({{"path", item.source->path()},
                         {"line", item.source->line_at(item.finding.span.begin) + 1},
                         {"code", item.finding.code},
                         {"title", fix->title},
                         {"condition", std::move(condition)},
                         {"assumed", std::move(assumed)},
                         {"confirmed", tried.is_confirmed({.finding = i, .fix = fix}, all)},
                         {"before", verdict_of(all.findings[i], all)},
                         {"after", verdict_of(tried.after.findings[i], tried.after)}});
    }
    for (const Site* site : tried.new_breaks(all)) added.push_back(site_of(*site, tried.after));
    for (const Compared& each : tried.compared) {
        Json culprit = nullptr;
        if (each.culprit) {
            const output::Item& item = all.report->items[each.culprit->finding];
            culprit = {{"path", item.source->path()},
                       {"line", item.source->line_at(item.finding.span.begin) + 1},
                       {"code", item.finding.code},
                       {"title", each.culprit->fix->title}};
        }
        same.push_back({{"arms", each.arms},
                        {"same", each.differs_anyway ? Json(nullptr) : Json(each.difference.empty())},
                        {"moments", each.moments},
                        {"within", each.within.empty() ? Json(nullptr) : Json(each.within)},
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
    Json breaks = Json::array(), recompiled = Json::array();
    for (const Site& site : confirmation.sites) breaks.push_back(site_of(site, confirmation));
    for (const Recompiled& each : confirmation.recompiled)
        recompiled.push_back({{"path", each.path},
                              {"line", each.statement.line},
                              {"function", each.function},
                              {"times", each.times},
                              {"reasons", each.reasons}});
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
        {"evidence", evidence_of(confirmation)},
        {"recompilations", std::move(recompiled)},
        {"eager", frames_of(confirmation)},
        {"ddp", ddp_of(confirmation)},
        {"trial", confirmation.tried ? trial_of(*confirmation.tried, confirmation) : Json(nullptr)},
        {"problems", std::move(problems)},
        {"files", all["files"]}};
    return result.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace confirm
