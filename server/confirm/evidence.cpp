#include "server/confirm/evidence.h"

#include "server/confirm/words.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace confirm {
namespace {

constexpr std::uint64_t most_calls = std::uint64_t{1} << 50;  // whatever a run claims, sums stay numbers

bool is_about(const Observed& observed, const rules::Finding& finding, std::uint32_t line) {
    return observed.line == line && observed.code == finding.code && observed.function == finding.function;
}

}  // namespace

bool Observed::is_same_test(const Observed& other) const {
    return line == other.line && code == other.code && function == other.function && test == other.test;
}

void Observed::add(const Observed& other) {
    held = std::min(held, most_calls) + std::min(other.held, most_calls);
    failed = std::min(failed, most_calls) + std::min(other.failed, most_calls);
    runs = std::min(runs, most_calls) + std::min(other.runs, most_calls);
    if (refuted.empty()) refuted = other.refuted;
}

const Observed* Evidence::refuting(const transforms::Fix& fix, const rules::Finding& finding, std::uint32_t line,
                                   bool is_as_seen) const {
    const std::vector<std::string> tests = transforms::proof::codes(fix.assumed);
    const auto found = std::ranges::find_if(observed_, [&](const Observed& each) {
        const bool is_here = is_as_seen ? is_about(each, finding, line) : each.function == finding.function;
        return each.failed > 0 && is_here && std::ranges::find(tests, each.test) != tests.end();
    });
    return found == observed_.end() ? nullptr : &*found;
}

// "as in 240 calls of 2 runs"; empty if one of its tests was not asked.
std::string Evidence::held(const transforms::Fix& fix, const rules::Finding& finding, std::uint32_t line) const {
    std::uint64_t calls = most_calls, runs = most_calls;
    for (const std::string& test : transforms::proof::codes(fix.assumed)) {
        const auto found = std::ranges::find_if(observed_, [&](const Observed& each) {
            return each.held > 0 && each.test == test && is_about(each, finding, line);
        });
        if (found == observed_.end()) return "";
        calls = std::min(calls, found->held);
        runs = std::min(runs, found->runs);
    }
    if (fix.assumed.empty()) return "";
    return "as in " + counted(calls, "call") + " of " + counted(runs, "run");
}

void Evidence::weigh(transforms::Proposal& proposal, const rules::Finding& finding, const text::Source& source,
                     bool is_as_seen) const {
    if (observed_.empty()) return;
    const std::uint32_t line = source.line_at(finding.span.begin) + 1;
    std::string refuted;
    std::erase_if(proposal.fixes, [&](const transforms::Fix& fix) {
        const Observed* why = refuting(fix, finding, line, is_as_seen);
        if (why != nullptr && refuted.empty())
            refuted = "`" + why->test + "`, which a fix would assume, failed in " + counted(why->failed, "call") +
                      " of a run" + (why->refuted.empty() ? "" : ", first where " + why->refuted);
        return why != nullptr;
    });
    if (!refuted.empty()) proposal.declined = std::move(refuted);
    for (transforms::Fix& fix : proposal.fixes) {
        fix.evidence = is_as_seen ? held(fix, finding, line) : "";
        const std::string told = (fix.measurable ? ", " : "; what a run can tell of it holds, ") + fix.evidence;
        if (fix.evidence.empty()) continue;
        if (const std::size_t at = fix.title.rfind(fix.assumes); at != std::string::npos)
            fix.title.insert(at + fix.assumes.size(), told);
        fix.assumes += told;
    }
}

}  // namespace confirm
