#include "server/confirm/judge.h"

#include "server/files/walk.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace confirm {
namespace {

using Lines = std::map<std::string, std::set<std::uint32_t>>;

// What was traced: in frames that were compiled, and in those that were given up.
struct Traced {
    Lines compiled;
    Lines given_up;
};

Traced traced_lines(const Run& run) {
    Traced traced;
    for (const auto& [id, process] : run.processes)
        for (const Frame& frame : process.frames)
            for (const auto& [path, lines] : frame.lines) {
                Lines& to = frame.status == "compiled" ? traced.compiled : traced.given_up;
                to[files::shown(path)].insert(lines.begin(), lines.end());
            }
    return traced;
}

bool touches(const Lines& lines, const std::string& path, const Statement& statement) {
    const auto file = lines.find(path);
    if (file == lines.end()) return false;
    const auto line = file->second.lower_bound(statement.line);
    return line != file->second.end() && *line <= statement.end_line;
}

std::vector<Recompiled> recompilations(const Run& run, const Ours& ours, Statements& statements) {
    std::map<std::pair<std::string, std::uint32_t>, Recompiled> found;
    for (const auto& [id, process] : run.processes)
        for (const Recompilation& each : process.recompilations) {
            if (!ours(each.code.path)) continue;
            const std::string path = files::shown(each.code.path);
            Recompiled& to = found[{path, each.code.line}];
            to.path = path;
            to.statement = statements.at(path, each.code.line);
            to.function = each.code.function;
            ++to.times;
            // The newest entry of the cache comes first: what changed since the last time.
            const std::string& reason = each.reasons.front();
            if (std::ranges::find(to.reasons, reason) == to.reasons.end()) to.reasons.push_back(reason);
        }
    std::vector<Recompiled> result;
    for (auto& [key, each] : found) result.push_back(std::move(each));
    return result;
}

std::vector<Left> frames_left(const Run& run, const Ours& ours, Statements& statements) {
    std::map<std::tuple<std::string, std::uint32_t, std::string>, Left> found;
    for (const auto& [id, process] : run.processes)
        for (const Frame& frame : process.frames) {
            if (frame.status == "compiled" || !ours(frame.code.path)) continue;
            const std::string path = files::shown(frame.code.path);
            Left& left = found[{path, frame.code.line, frame.why}];
            left.path = path;
            left.statement = statements.at(path, frame.code.line);
            left.function = frame.code.function;
            left.why = frame.why;
            ++left.times;
        }
    std::vector<Left> result;
    for (auto& [key, each] : found) result.push_back(std::move(each));
    return result;
}

std::vector<Shared> splits_for_ddp(const Run& run, Statements& statements) {
    std::map<std::pair<std::string, std::uint32_t>, Shared> found;
    for (const auto& [id, process] : run.processes)
        for (const auto& [place, buckets] : process.ddp) {
            if (buckets < 2) continue;
            const std::string path = files::shown(place.path);
            Shared& shared = found[{path, place.line}];
            shared.path = path;
            shared.statement = statements.at(path, place.line);
            shared.graphs = std::max(shared.graphs, buckets);
            if (!process.rank.empty()) shared.ranks.insert(process.rank);
        }
    std::vector<Shared> result;
    for (auto& [key, each] : found) result.push_back(std::move(each));
    return result;
}

// Of the function that holds the finding, by its last name: Dynamo knows no other.
const Recompilation* recompilation_at(const Run& run, const output::Item& item, std::uint32_t line) {
    const std::string& qualified = item.finding.function;
    const std::size_t dot = qualified.rfind('.');
    const std::string name = qualified.substr(dot == qualified.npos ? 0 : dot + 1);
    for (const auto& [id, process] : run.processes)
        for (const Recompilation& each : process.recompilations)
            if (each.code.function == name && each.code.line <= line &&
                files::shown(each.code.path) == item.source->path())
                return &each;
    return nullptr;
}

class Judge {
  public:
    Judge(const Run& run, const std::vector<Site>& sites, Statements& statements)
        : run_(run), traced_(traced_lines(run)), statements_(statements) {
        for (const Site& site : sites)
            if (site.kind == Site::Kind::own) sites_[{site.path, site.statement.line}] = &site;
    }

    [[nodiscard]] Judged judge(const output::Item& item) const {
        const std::string& path = item.source->path();
        const std::uint32_t line = item.source->line_at(item.finding.span.begin) + 1;
        const Statement statement = statements_.at(path, line);
        if (const auto site = sites_.find({path, statement.line}); site != sites_.end())
            return {.verdict = Verdict::confirmed, .site = site->second};
        if (item.finding.outcome == rules::Outcome::recompile)
            if (const Recompilation* again = recompilation_at(run_, item, line))
                return {.verdict = Verdict::confirmed, .recompilation = again};
        if (touches(traced_.compiled, path, statement)) return {.verdict = Verdict::clean};
        return {.verdict = touches(traced_.given_up, path, statement) ? Verdict::eager : Verdict::not_reached};
    }

  private:
    const Run& run_;
    Traced traced_;
    Statements& statements_;
    std::map<std::pair<std::string, std::uint32_t>, const Site*> sites_;
};

}  // namespace

std::string_view to_string(Verdict verdict) {
    switch (verdict) {
        case Verdict::confirmed: return "confirmed";
        case Verdict::clean: return "clean";
        case Verdict::eager: return "left to eager";
        case Verdict::not_reached: return "not reached";
    }
    return "";
}

Confirmation judge(const Run& run, const output::Report& report, const Ours& ours, Statements& statements) {
    Confirmation result;
    result.run = &run;
    result.report = &report;
    result.sites = sites_of(run, ours, statements);
    const Judge judge(run, result.sites, statements);
    std::set<const Site*> found;
    for (const output::Item& item : report.items) {
        result.findings.push_back(judge.judge(item));
        found.insert(result.findings.back().site);
    }
    for (const Site& site : result.sites)
        if (!found.contains(&site)) result.only_at_run_time.push_back(&site);
    result.recompiled = recompilations(run, ours, statements);
    result.left = frames_left(run, ours, statements);
    result.ddp = splits_for_ddp(run, statements);
    for (const auto& [id, process] : run.processes)
        if (process.rank == counted_rank(run)) result.forwards += process.forwards;
    return result;
}

std::vector<const Site*> Tried::new_breaks(const Confirmation& before) const {
    std::vector<const Site*> found;
    for (const Site& site : after.sites)
        if (std::ranges::none_of(before.sites, [&](const Site& old) {
                return old.path == site.path && old.statement.line == site.statement.line;
            }))
            found.push_back(&site);
    return found;
}

bool Tried::is_same() const {
    const auto same = [](const Compared& each) { return each.difference.empty() && each.moments > 0; };
    return !compared.empty() && std::ranges::all_of(compared, same);
}

bool Tried::is_confirmed(const Applied& fix, const Confirmation& before) const {
    const auto held = [&](const transforms::proof::Guard& guard) {
        const Probed* asked = before.about(fix.finding, transforms::proof::code(guard));
        return asked != nullptr && asked->held > 0 && asked->failed == 0;
    };
    return before.findings[fix.finding].site != nullptr && after.findings[fix.finding].site == nullptr && is_same() &&
           std::ranges::all_of(fix.fix->assumed, held);
}

const Probed* Confirmation::about(std::size_t finding, std::string_view test) const {
    const auto found =
        std::ranges::find_if(probed, [&](const Probed& each) { return each.finding == finding && each.test == test; });
    return found == probed.end() ? nullptr : &*found;
}

std::vector<std::string> files_of(const Run& run, const Ours& ours) {
    std::set<std::string> paths;
    const auto add = [&](const std::string& path) {
        std::error_code error;
        if (ours(path) && std::filesystem::is_regular_file(path, error)) paths.insert(files::shown(path));
    };
    for (const std::string& path : run.modules) add(path);
    for (const auto& [id, process] : run.processes) {
        for (const Frame& frame : process.frames)
            for (const auto& [path, lines] : frame.lines) add(path);
        for (const Break& each : process.breaks)
            for (const Place& place : each.stack) add(place.path);
    }
    return {paths.begin(), paths.end()};
}

}  // namespace confirm
