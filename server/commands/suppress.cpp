#include "server/commands/suppress.h"

#include "analysis/rules/all.h"
#include "analysis/syntax/tree.h"
#include "server/commands/console.h"
#include "server/commands/write_back.h"
#include "server/output/output.h"
#include "transforms/transforms.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace commands {

namespace {

using Findings = std::vector<rules::Finding>;

// Writes comments about those findings of a file that can have one, and leaves the others. How many were written.
std::variant<std::size_t, files::Failure> write_comments(const std::string& path, Findings& findings,
                                                         const std::string& reason) {
    auto loaded = files::load(path);
    if (auto* failure = std::get_if<files::Failure>(&loaded)) return std::move(*failure);
    const auto& file = std::get<files::Loaded>(loaded);
    if (file.source->text() != findings.front().source->text())
        return files::Failure{.path = path, .reason = "was changed while it was looked at"};
    const syntax::Tree tree = syntax::Tree::parse(*file.source);
    const auto told = std::partition(findings.begin(), findings.end(), [&](const rules::Finding& finding) {
        return !transforms::can_suppress(tree, finding);
    });
    const std::vector<transforms::Edit> edits = transforms::suppress(tree, std::span(told, findings.end()), reason);
    if (edits.empty()) return std::size_t{0};
    const text::Source changed(path, transforms::apply(file.source->text(), edits), file.source->encoding());
    auto bytes = spelled(file, changed);
    if (auto* failure = std::get_if<files::Failure>(&bytes)) return std::move(*failure);
    if (auto failure = write_back(path, std::get<std::string>(bytes))) return std::move(*failure);
    findings.erase(told, findings.end());
    return edits.size();
}

// A comment that silences nothing is for `fix` to take away, and in a file that is not understood places are a guess.
std::map<std::string, Findings> by_path(const output::Report& report) {
    std::set<std::string> failed;
    for (const files::Failure& failure : report.failed) failed.insert(failure.path);
    std::map<std::string, Findings> findings;
    for (const output::Item& item : report.items)
        if (item.finding.code != rules::unused_suppression.code && !failed.contains(item.source->path()))
            findings[item.source->path()].push_back(item.finding);
    return findings;
}

std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

}  // namespace

int suppress(output::Report report, const files::Walk& walk, const std::string& reason) {
    std::size_t comments = 0, files = 0;
    for (auto& [path, findings] : by_path(report)) {
        auto written = write_comments(path, findings, reason);
        if (auto* failure = std::get_if<files::Failure>(&written)) {
            report.failed.push_back(std::move(*failure));
            continue;
        }
        comments += std::get<std::size_t>(written);
        files += std::get<std::size_t>(written) > 0 ? 1 : 0;
        std::erase_if(report.items, [&, &path = path, &left = findings](const output::Item& item) {
            const auto is_it = [&](const rules::Finding& finding) {
                return finding.code == item.finding.code && finding.span == item.finding.span;
            };
            return item.source->path() == path && item.finding.code != rules::unused_suppression.code &&
                   std::ranges::none_of(left, is_it);
        });
    }
    const std::string told = comments == 0
                                 ? "nothing to silence\n"
                                 : "wrote " + counted(comments, "comment") + " in " + counted(files, "file") + "\n";
    if (!print((report.items.empty() ? "" : output::text(report, {.colour = wants_colour()})) + told)) return 2;
    return status(report, walk);
}

}  // namespace commands
