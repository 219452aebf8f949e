#include "server/commands/known.h"

#include "server/commands/console.h"
#include "server/commands/revision.h"
#include "server/files/read.h"
#include "server/output/baseline.h"
#include "server/output/width.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

namespace commands {

namespace {

namespace fs = std::filesystem;

bool covers(const std::vector<std::string>& codes, const std::string& code) {
    return std::ranges::any_of(codes, [&](const std::string& listed) { return code.starts_with(listed); });
}

// Those of the baseline that this run would have found: it may have looked at some files, or for some rules, alone.
std::size_t count_gone(const output::Identities& left, const std::string& folder, const output::Report& report,
                       const files::Walk& walk, const analysis::Options& options) {
    std::set<std::string> looked_at;
    for (const std::string& file : walk.files) looked_at.insert(output::path_below(folder, file));
    for (const files::Failure& failure : report.failed) looked_at.erase(output::path_below(folder, failure.path));
    std::size_t gone = 0;
    for (const auto& [identity, count] : left) {
        std::error_code error;
        const bool is_asked =
            (options.select.empty() || covers(options.select, identity.code)) && !covers(options.ignore, identity.code);
        const bool was_looked_for =
            looked_at.contains(identity.path) || !fs::exists(fs::path(folder) / identity.path, error);
        if (is_asked && was_looked_for) gone += count;
    }
    return gone;
}

std::optional<files::Failure> leave_out_baseline(output::Report& report, const files::Walk& walk,
                                                 const std::string& path, const analysis::Options& options) {
    auto read = output::read_baseline(path);
    if (auto* failure = std::get_if<files::Failure>(&read)) return std::move(*failure);
    output::Identities& known = std::get<output::Identities>(read);
    const std::string folder = output::folder_of_baseline(path);
    report.known += std::erase_if(report.items, [&](const output::Item& item) {
        const auto found = known.find(output::identity_of(item, folder));
        return found != known.end() && found->second > 0 && found->second-- > 0;
    });
    if (const std::size_t gone = count_gone(known, folder, report, walk, options))
        complain("graphmend: " + output::printable(path) + ": " + std::to_string(gone) +
                 (gone == 1 ? " finding of the baseline is gone" : " findings of the baseline are gone") +
                 "; write it anew with --write-baseline\n");
    return std::nullopt;
}

}  // namespace

int write_baseline(const output::Report& report, const files::Walk& walk, const std::string& path) {
    const int exit_status = status(report, walk);
    if (walk.files.empty()) return exit_status;
    const output::Identities known = output::identities_of(report, output::folder_of_baseline(path));
    if (const auto error = files::write(path, output::baseline(known)))
        return fail({.path = path, .reason = "cannot be written: " + error->reason});
    const std::size_t count = report.items.size();
    const std::string what = std::to_string(count) + (count == 1 ? " finding" : " findings");
    return print("wrote " + what + " to " + output::printable(path) + "\n") && exit_status != 2 ? 0 : 2;
}

std::optional<files::Failure> leave_out_known(output::Report& report, const files::Walk& walk, const Check& arguments,
                                              const Settings& settings) {
    const bool from_stdin = arguments.paths == std::vector<std::string>{"-"};
    const std::vector<std::string>& paths = from_stdin ? walk.files : arguments.paths;
    if (!arguments.diff_base.empty())
        if (auto failure = leave_out_old(report, paths, arguments.diff_base, settings)) return failure;
    if (arguments.baseline.empty()) return std::nullopt;
    return leave_out_baseline(report, walk, arguments.baseline, settings.options);
}

}  // namespace commands
