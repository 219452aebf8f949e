#include "transforms/transforms.h"

#include "server/commands/claimed.h"
#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/commands/evidence.h"
#include "server/commands/inputs.h"
#include "server/commands/write_back.h"
#include "server/confirm/history.h"
#include "server/output/output.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace commands {

namespace {

// What the last runs of this very text have confirmed counts as safe, if that is asked for; what they have refuted is
// never applied.
transforms::Weigh weighing(const std::shared_ptr<const text::Source>& source, const Fix& arguments) {
    if (arguments.analysing.no_cache) return nullptr;
    const auto kept = confirm::kept_of(cache_folder(arguments.analysing), source->path());
    if (!kept) return nullptr;
    std::vector<confirm::Confirmed> confirmed;
    if (arguments.confirmed) confirmed = kept->confirmed(*source);
    return [source, confirmed = std::move(confirmed), evidence = kept->evidence(*source)](
               const analysis::Analysis& analysis, const rules::Finding& finding, transforms::Proposal& proposal) {
        const bool is_as_seen = &analysis.source() == source.get();
        const std::uint32_t line = analysis.source().line_at(finding.span.begin) + 1;
        for (transforms::Fix& fix : proposal.fixes) {
            const confirm::Confirmed asked{.code = std::string(finding.code), .line = line, .title = fix.title};
            if (is_as_seen && fix.safety == transforms::Safety::unsafe &&
                std::ranges::find(confirmed, asked) != confirmed.end())
                fix.safety = transforms::Safety::safe;
        }
        evidence.weigh(proposal, finding, analysis.source(), is_as_seen);
    };
}

Result fix_file(const std::string& path, const Fix& arguments, const analysis::Options& options) {
    auto loaded = files::load(path);
    if (auto* failure = std::get_if<files::Failure>(&loaded)) return {.failure = std::move(*failure)};
    const files::Loaded& file = std::get<files::Loaded>(loaded);
    const transforms::Choice choice{.unsafe = arguments.unsafe, .runtime = arguments.runtime, .form = arguments.form};
    const transforms::Fixed fixed = transforms::fix(file.source, options, choice, weighing(file.source, arguments));
    Result result = result_of(fixed.source, *fixed.last);
    if (fixed.applied.empty()) return result;

    auto bytes = spelled(file, *fixed.source);
    if (auto* failure = std::get_if<files::Failure>(&bytes)) return {.failure = std::move(*failure)};
    if (arguments.diff)
        result.diff = output::diff(path, file.bytes, std::get<std::string>(bytes));
    else if (auto failure = write_back(path, std::get<std::string>(bytes)))
        return {.failure = std::move(failure)};
    result.applied = fixed.applied;
    return result;
}

// Files of whose classes others say that they are likely compiled.
void fix_claimed(std::vector<Result>& results, const Fix& arguments, const Settings& settings) {
    const Claimed claimed = claimed_by_others(results);
    for (Result& result : results) {
        const auto claims = claimed.find(result.path);
        if (claims == claimed.end()) continue;
        analysis::Options options = settings.options_for_one(result.path);
        options.claims = claims->second;
        Result again = fix_file(result.path, arguments, options);
        // With --diff nothing was written, and this is all of it.
        if (!arguments.diff) again.applied.insert(again.applied.begin(), result.applied.begin(), result.applied.end());
        result = std::move(again);
    }
}

// Files of which compiled code in others calls functions, with these. What is left in those that change is told by
// their own analysis.
void fix_called(std::vector<Result>& results, const Fix& arguments, const Settings& settings) {
    const Called called = called_from_elsewhere(results);
    std::set<std::string> changed;
    for (Result& result : results) {
        const auto functions = called.find(result.path);
        if (functions == called.end() || result.failure) continue;
        analysis::Options options = settings.options_for_one(result.path);
        options.entries = functions->second;
        Result again = fix_file(result.path, arguments, options);
        if (again.applied == result.applied || again.applied.empty()) continue;
        if (!arguments.diff) again.applied.insert(again.applied.begin(), result.applied.begin(), result.applied.end());
        result = std::move(again);
        changed.insert(result.path);
    }
    for (Result& result : results)
        std::erase_if(result.elsewhere,
                      [&](const analysis::Elsewhere& found) { return changed.contains(found.there.source->path()); });
}

// What was done, once for each file, and with what it assumes.
std::string summary(const std::vector<Result>& results, bool diff) {
    std::size_t applied = 0, files = 0;
    std::string told;
    for (const Result& result : results) {
        applied += result.applied.size();
        files += result.applied.empty() ? 0 : 1;
        std::map<std::string_view, std::size_t> counts;
        for (const std::string& each : result.applied) ++counts[each];
        for (const auto& [title, count] : counts)
            told.append(result.path)
                .append(": ")
                .append(title)
                .append(count > 1 ? " (" + std::to_string(count) + " times)\n" : "\n");
    }
    if (applied == 0) return "nothing to fix\n";
    return told + (diff ? "would apply " : "applied ") + std::to_string(applied) + (applied == 1 ? " fix" : " fixes") +
           " in " + std::to_string(files) + (files == 1 ? " file\n" : " files\n");
}

}  // namespace

int run(const Fix& arguments) {
    const auto resolved = resolve(arguments.analysing, arguments.paths);
    if (const auto* failure = std::get_if<files::Failure>(&resolved)) return fail(*failure);
    const Settings& settings = std::get<Settings>(resolved);
    files::Walk walk = files::walk(arguments.paths, settings.excludes);
    std::vector<Result> results = for_each(walk.files, settings.jobs, [&](const std::string& path) {
        return fix_file(path, arguments, settings.options_for_one(path));
    });
    fix_claimed(results, arguments, settings);
    fix_called(results, arguments, settings);
    const std::string told = summary(results, arguments.diff);
    std::string diffs;
    for (const Result& result : results) diffs += result.diff;

    const Called called = called_from_elsewhere(results);
    output::Report left = report(std::move(results), std::move(walk.failed), settings);
    if (!arguments.diff) {
        add_proposals(left, called, settings);
        weigh(left, arguments.analysing);
    }
    // With --diff, standard output is for `patch` alone.
    if (arguments.diff) complain(told);
    if (!print(arguments.diff ? diffs : output::text(left, {.colour = wants_colour()}) + told)) return 2;
    return status(left, walk);
}

}  // namespace commands
