// Work on many Sources at once, and what comes of it. Used by check and fix.
#pragma once

#include "analysis/text/source.h"
#include "server/commands/settings.h"
#include "server/files/load.h"
#include "server/files/walk.h"
#include "server/output/report.h"
#include "server/output/result.h"

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace cache {
class Cache;
}

namespace commands {

using output::Result;

// Calls `work` once for each index, on as many threads as asked for. The results are in the order of the indices,
// whichever thread had which.
[[nodiscard]] std::vector<Result> for_each(std::span<const std::string> paths, unsigned jobs,
                                           const std::function<Result(const std::string& path)>& work);

// Where results of earlier runs are kept; empty if nowhere.
[[nodiscard]] std::string cache_folder(const Analysing& arguments);

// The findings of an analysis with their fixes, and why it is not complete, if so.
[[nodiscard]] Result result_of(const std::shared_ptr<const text::Source>& source, const analysis::Analysis& analysis);

// What is known of a file, or comes of it now and is kept.
[[nodiscard]] Result looked_at(const std::string& path, const Settings& settings, cache::Cache* cache,
                               const output::Asked& asked = {});
[[nodiscard]] Result looked_at(const std::variant<files::Loaded, files::Failure>& loaded, const Settings& settings,
                               cache::Cache* cache = nullptr, const output::Asked& asked = {});

// All of these files, each with what the others say of it.
[[nodiscard]] std::vector<Result> look_at(std::span<const std::string> paths, const Settings& settings,
                                          cache::Cache* cache);

// The functions of these files in which something was found because of compiled code in others, by path.
using Called = std::map<std::string, std::vector<std::string>>;
[[nodiscard]] Called called_from_elsewhere(std::span<const Result> results);

// All results as one sorted Report, without what is ignored in its file.
[[nodiscard]] output::Report report(std::vector<Result> results, std::vector<files::Failure> failed,
                                    const Settings& settings);

// What can be done about those findings: their files are analysed once more, with these functions compiled.
void add_proposals(output::Report& report, const Called& called, const Settings& settings,
                   cache::Cache* cache = nullptr);

// Tells of the failure on standard error; the exit status for it.
int fail(const files::Failure& failure);

// Tells on standard error what failed, and whether there was nothing to look at. The exit status of `check` and `fix`;
// what is less than `counts` leaves it 0.
[[nodiscard]] int status(const output::Report& report, const files::Walk& walk,
                         rules::Severity counts = rules::Severity::warning);

}  // namespace commands
