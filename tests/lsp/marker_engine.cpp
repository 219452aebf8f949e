#include "tests/lsp/marker_engine.h"

#include "analysis/syntax/suppressions.h"
#include "analysis/values/program.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

namespace lsp_tests {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds patience{20};

struct Marker {
    std::string_view word;
    std::string_view code;
    std::string_view name;
};
constexpr Marker markers[] = {
    {"BREAK", "GM101", "tensor-branch"}, {"MAYBE", "GM201", "print"}, {"NEVER", "GM301", "shape"}};

rules::Finding finding(const text::Source& source, const Marker& marker, std::size_t at) {
    rules::Finding found;
    found.code = marker.code;
    found.name = marker.name;
    found.message = "the word `" + std::string(marker.word) + "`";
    found.span = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + marker.word.size())};
    found.statement = source.line(source.line_at(found.span.begin));
    found.gb = {"GB0036", "GB9999"};
    found.function = "f";
    found.trail = {{.path = source.path(), .at = {.line = 1, .column = 1}, .text = "`f` is compiled"},
                   {.path = "/lib/other file.py", .at = {.line = 7, .column = 3}, .text = "the cause"}};
    return found;
}

void spin(const analysis::Options& options, std::atomic<int>& cancelled) {
    for (const auto end = steady_clock::now() + patience; steady_clock::now() < end; std::this_thread::yield())
        if (options.cancelled()) {
            ++cancelled;
            return;
        }
}

bool listed(const std::vector<std::string>& codes, std::string_view code) {
    return std::ranges::find(codes, code) != codes.end();
}

std::vector<rules::Finding> findings(const text::Source& source, const analysis::Options& options) {
    std::vector<rules::Finding> found;
    for (const Marker& marker : markers) {
        const std::string_view text = source.text();
        for (auto at = text.find(marker.word); at != text.npos; at = text.find(marker.word, at + 1)) {
            rules::Finding next = finding(source, marker, at);
            if (!listed(options.ignore, next.code) && !syntax::suppressed(source, next.statement, next.code))
                found.push_back(std::move(next));
        }
    }
    std::ranges::sort(found, {}, &rules::Finding::span);
    return found;
}

transforms::Proposal propose(const analysis::Analysis&, const rules::Finding& finding) {
    const std::vector<transforms::Edit> edits{{.span = finding.span, .text = "fine"}};
    if (finding.code == "GM101")
        return {.fixes = {{.rewrite = "where",
                           .title = "rewrite it",
                           .safety = transforms::Safety::safe,
                           .assumes = "",
                           .needs = "",
                           .edits = edits}},
                .declined = std::nullopt};
    if (finding.code == "GM201")
        return {.fixes = {{.rewrite = "gate",
                           .title = "gate it",
                           .safety = transforms::Safety::unsafe,
                           .assumes = "nobody reads it",
                           .needs = "",
                           .edits = edits}},
                .declined = std::nullopt};
    return {.fixes = {}, .declined = "it is what it is"};
}

transforms::Fixed fix(const std::shared_ptr<const text::Source>& source) {
    transforms::Fixed fixed;
    fixed.text = source->text();
    for (auto at = fixed.text.find("BREAK"); at != std::string::npos; at = fixed.text.find("BREAK")) {
        fixed.text.replace(at, 5, "fine");
        fixed.applied.emplace_back("where: rewrite it");
    }
    return fixed;
}

}  // namespace

session::Engine MarkerEngine::engine() {
    return {.analyze =
                [this](std::shared_ptr<const text::Source> source, const analysis::Options& options) {
                    ++analyses;
                    const std::string_view text = source->text();
                    if (text.find("THROW") != text.npos) throw std::runtime_error("thrown by the engine");
                    if (text.find("SLOW") != text.npos) spin(options, cancelled);
                    std::vector<analysis::Problem> problems;
                    if (text.find("((") != text.npos) problems.push_back({.reason = "syntax error at 1:1"});
                    auto found = findings(*source, options);
                    return analysis::Analysis(std::move(source), nullptr, std::move(found), std::move(problems));
                },
            .propose = propose,
            .fix = [](std::shared_ptr<const text::Source> source, const analysis::Options&,
                      const transforms::Choice&) { return fix(source); }};
}

}  // namespace lsp_tests
