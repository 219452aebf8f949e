#include "server/commands/inputs.h"

#include "analysis/values/program.h"
#include "server/cache/cache.h"
#include "server/commands/claimed.h"
#include "server/commands/console.h"
#include "server/commands/progress.h"
#include "server/output/width.h"
#include "transforms/transforms.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <iterator>
#include <map>
#include <set>
#include <thread>
#include <tuple>
#include <utility>

namespace commands {

namespace {

bool before(const output::Item& a, const output::Item& b) {
    const auto key = [](const output::Item& item) {
        return std::tie(item.source->path(), item.finding.span.begin, item.finding.code, item.finding.span.end);
    };
    return key(a) < key(b);
}

using Place = std::tuple<std::string, std::uint32_t, std::uint32_t, std::string_view>;

Place place_of(const rules::Finding& finding) {
    return {finding.source->path(), finding.span.begin, finding.span.end, finding.code};
}

// Where it is, or at the last call that somebody looks at.
std::optional<output::Item> told(const analysis::Elsewhere& found, const std::set<std::string>& looked_at) {
    const rules::Finding& there = found.there;
    if (looked_at.contains(there.source->path())) return output::Item{there.source, there, {}};
    const auto site = std::ranges::find_if(
        there.calls, [&](const rules::CallSite& each) { return looked_at.contains(each.source->path()); });
    if (site == there.calls.end()) return std::nullopt;
    return output::Item{site->source, analysis::told_at(found, *site),
                        transforms::declined("what breaks is in another file")};
}

// The way there that starts at what is compiled is the one to tell.
void merge(rules::Finding& first, const rules::Finding& other) {
    first.severity = std::min(first.severity, other.severity);
    if (other.entry >= first.entry) return;
    first.entry = other.entry;
    first.trail = other.trail;
    first.outcome = other.outcome;
    first.confidence = other.confidence;
    first.reach = other.reach;
    first.when = other.when;
}

// One cause is one finding, whichever files lead there.
void add_elsewhere(const std::vector<Result>& results, std::vector<output::Item>& items) {
    std::set<std::string> looked_at;
    for (const Result& result : results) looked_at.insert(result.path);
    std::map<Place, std::size_t> known;
    for (std::size_t i = 0; i < items.size(); ++i) known.try_emplace(place_of(items[i].finding), i);
    for (const Result& result : results)
        for (const analysis::Elsewhere& found : result.elsewhere) {
            std::optional<output::Item> item = told(found, looked_at);
            if (!item) continue;
            const auto [at, inserted] = known.try_emplace(place_of(item->finding), items.size());
            if (inserted) {
                items.push_back(std::move(*item));
            } else {
                merge(items[at->second].finding, item->finding);
            }
        }
}

// One place may be reached from several files, of which some know more than others.
std::vector<analysis::EntryPoint> entry_points_of(std::span<const Result> results) {
    std::vector<analysis::EntryPoint> all;
    std::set<analysis::Place> known;
    std::set<std::pair<analysis::Place, analysis::Place>> compiled;
    for (const Result& result : results)
        for (const analysis::EntryPoint& entry : result.entry_points) {
            all.push_back(entry);
            if (!entry.function.path.empty()) known.insert(entry.site);
            if (entry.by == values::Entered::compiled) compiled.emplace(entry.site, entry.function);
        }
    std::erase_if(all, [&](const analysis::EntryPoint& entry) {
        return entry.function.path.empty()
                   ? known.contains(entry.site)
                   : entry.by != values::Entered::compiled && compiled.contains({entry.site, entry.function});
    });
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

template <class T>
std::vector<std::string> paths_of(const std::map<std::string, T>& files) {
    std::vector<std::string> paths;
    for (const auto& [path, told] : files) paths.push_back(path);
    return paths;
}

void drop_ignored(std::vector<output::Item>& items, const config::Settings& file) {
    if (file.per_file_ignores.empty()) return;
    std::map<std::string, std::vector<std::string>> ignored;  // codes by path
    std::erase_if(items, [&](const output::Item& item) {
        const std::string& path = item.source->path();
        const auto [codes, is_new] = ignored.try_emplace(path);
        if (is_new) codes->second = config::ignored_in(path, file);
        return std::ranges::any_of(codes->second,
                                   [&](const std::string& code) { return item.finding.code.starts_with(code); });
    });
}

}  // namespace

std::vector<Result> for_each(std::span<const std::string> paths, unsigned jobs,
                             const std::function<Result(const std::string& path)>& work) {
    std::vector<Result> results(paths.size());
    std::atomic<std::size_t> next{0};
    Progress progress(paths.size());
    const auto take_turns = [&] {
        for (std::size_t i = next++; i < paths.size(); i = next++) {
            progress.begin(paths[i]);
            try {
                results[i] = work(paths[i]);
            } catch (const std::exception& error) {  // out of memory, say: the others go on
                results[i].failure = files::Failure{.path = paths[i], .reason = error.what()};
            }
            progress.end(paths[i]);
        }
    };
    std::vector<std::jthread> threads;
    const std::size_t wanted = std::min<std::size_t>(jobs, paths.size());
    while (threads.size() + 1 < wanted) threads.emplace_back(take_turns);
    take_turns();
    threads.clear();
    return results;
}

std::string cache_folder(const Analysing& arguments) {
    return arguments.cache_folder.empty() ? cache::default_folder() : arguments.cache_folder;
}

Result result_of(const std::shared_ptr<const text::Source>& source, const analysis::Analysis& analysis) {
    Result result{.path = source->path()};
    if (const values::Program* program = analysis.program()) {
        result.entry_points = analysis::entry_points(*program);
        result.claims.assign(program->claims().begin(), program->claims().end());
        result.outlines = analysis::outlines(*program);
    }
    transforms::Study study(analysis);
    for (const rules::Finding& finding : analysis.findings())
        result.items.push_back({.source = source, .finding = finding, .proposal = transforms::propose(study, finding)});
    result.elsewhere.assign(analysis.elsewhere().begin(), analysis.elsewhere().end());
    for (auto& [path, reason] : analysis.problems_elsewhere())
        result.failed_elsewhere.push_back({.path = path, .reason = reason});
    if (!analysis.problems().empty()) {
        std::string reason = analysis.problems().front().reason;
        if (const std::size_t more = analysis.problems().size() - 1) reason += " and " + std::to_string(more) + " more";
        result.failure = files::Failure{.path = source->path(), .reason = std::move(reason)};
    }
    return result;
}

Result looked_at(const std::string& path, const Settings& settings, cache::Cache* cache, const output::Asked& asked) {
    if (cache != nullptr)
        if (std::optional<Result> known = cache->find(path, asked)) return std::move(*known);
    return looked_at(files::load(path), settings, cache, asked);
}

Result looked_at(const std::variant<files::Loaded, files::Failure>& loaded, const Settings& settings,
                 cache::Cache* cache, const output::Asked& asked) {
    if (const auto* failure = std::get_if<files::Failure>(&loaded)) return {.failure = *failure};
    const auto& file = std::get<files::Loaded>(loaded);
    const auto view = std::make_shared<modules::View>(settings.modules);
    analysis::Options options = settings.options_for(view);
    if (!asked.functions.empty()) options.entries = asked.functions;
    options.claims = asked.claims;
    Result result = result_of(file.source, analysis::analyze(file.source, options));
    if (cache != nullptr) cache->keep(file, view->record(), result, asked);
    return result;
}

std::vector<Result> look_at(std::span<const std::string> paths, const Settings& settings, cache::Cache* cache) {
    std::vector<Result> results =
        for_each(paths, settings.jobs, [&](const std::string& path) { return looked_at(path, settings, cache); });
    const Claimed claimed = claimed_by_others(results);
    const std::vector<std::string> again = paths_of(claimed);
    std::vector<Result> told = for_each(again, settings.jobs, [&](const std::string& path) {
        return looked_at(path, settings, cache, {.claims = claimed.at(path)});
    });
    std::map<std::string, Result*> by_path;
    for (Result& each : told) by_path.try_emplace(each.path, &each);
    for (Result& result : results)
        if (const auto found = by_path.find(result.path); found != by_path.end()) result = std::move(*found->second);
    return results;
}

output::Report report(std::vector<Result> results, std::vector<files::Failure> failed, const Settings& settings) {
    output::Report all{
        .torch = settings.options.torch, .python = settings.options.python, .items = {}, .failed = std::move(failed)};
    all.entry_points = entry_points_of(results);
    std::map<std::string, std::string> reasons;
    for (const Result& result : results)
        for (const files::Failure& failure : result.failed_elsewhere) reasons.try_emplace(failure.path, failure.reason);
    for (Result& result : results) {
        if (const auto reason = reasons.find(result.path); reason != reasons.end() && !result.failure)
            result.failure = files::Failure{.path = result.path, .reason = reason->second};
        std::ranges::move(result.items, std::back_inserter(all.items));
        if (result.failure)
            all.failed.push_back(std::move(*result.failure));
        else
            ++all.checked;
    }
    add_elsewhere(results, all.items);
    drop_ignored(all.items, settings.file);
    std::ranges::stable_sort(all.items, before);
    for (output::Item& item : all.items)
        if (item.proposal.fixes.empty() && item.proposal.advice.empty())
            item.proposal.advice = transforms::advice_of(item.finding);
    std::ranges::sort(all.failed);
    return all;
}

Called called_from_elsewhere(std::span<const Result> results) {
    std::set<std::string> looked_at;
    for (const Result& result : results) looked_at.insert(result.path);
    std::map<std::string, std::set<std::string>> names;
    for (const Result& result : results)
        for (const analysis::Elsewhere& found : result.elsewhere)
            if (const std::string& path = found.there.source->path(); looked_at.contains(path))
                names[path].insert(found.called);
    Called called;
    for (const auto& [path, functions] : names) called[path].assign(functions.begin(), functions.end());
    return called;
}

void add_proposals(output::Report& report, const Called& called, const Settings& settings, cache::Cache* cache) {
    const std::vector<std::string> paths = paths_of(called);
    const std::vector<Result> results = for_each(paths, settings.jobs, [&](const std::string& path) {
        return looked_at(path, settings, cache, {.functions = called.at(path)});
    });
    std::map<Place, transforms::Proposal> proposals;
    for (const Result& result : results)
        for (const output::Item& item : result.items) proposals.try_emplace(place_of(item.finding), item.proposal);
    for (output::Item& item : report.items) {
        if (!item.proposal.fixes.empty() || item.proposal.declined) continue;
        if (const auto found = proposals.find(place_of(item.finding)); found != proposals.end())
            item.proposal = found->second;
        else if (called.contains(item.source->path()))
            item.proposal.declined = "it rests on what another file passes";
    }
}

int fail(const files::Failure& failure) {
    complain("graphmend: " + output::printable(failure.path) + ": " + output::printable(failure.reason) + "\n");
    return 2;
}

int status(const output::Report& report, const files::Walk& walk, rules::Severity counts) {
    for (const files::Failure& failure : report.failed) fail(failure);
    if (!report.failed.empty()) return 2;
    if (walk.files.empty()) {
        const std::string left_out =
            walk.left_out ? " (ignored or excluded: " + std::to_string(walk.left_out) + ")" : "";
        complain("graphmend: no Python files to look at" + left_out + "\n");
        return 2;
    }
    const auto is_counted = [&](const output::Item& item) { return item.finding.severity <= counts; };
    return std::ranges::any_of(report.items, is_counted) ? 1 : 0;
}

}  // namespace commands
