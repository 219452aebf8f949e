// The findings of the analysis beside what Dynamo did: which were confirmed, and what nobody had found.
#pragma once

#include "server/confirm/run.h"
#include "server/confirm/sites.h"
#include "server/output/report.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace confirm {

enum class Verdict : std::uint8_t {
    confirmed,    // Dynamo broke there, or compiled again
    clean,        // the line was traced and did not break
    eager,        // its frame was left to eager because of something else, so nobody knows
    not_reached,  // compiled code never came by
};

[[nodiscard]] std::string_view to_string(Verdict verdict);  // "confirmed", "clean", "left to eager", "not reached"

struct Judged {
    Verdict verdict = Verdict::not_reached;
    const Site* site = nullptr;                    // of a break that is confirmed
    const Recompilation* recompilation = nullptr;  // likewise
};

// Compilations of a function beyond its first, over all processes.
struct Recompiled {
    std::string path;
    Statement statement;
    std::string function;
    std::uint64_t times = 0;
    std::vector<std::string> reasons;  // each once: what failed, with the values
};

struct Tried;

struct Confirmation {
    const Run* run = nullptr;
    const output::Report* report = nullptr;
    std::vector<Site> sites;
    std::vector<Judged> findings;  // as many as the report has items, in the same order
    std::vector<const Site*> only_at_run_time;
    std::vector<Recompiled> recompiled;
    std::uint64_t forwards = 0;
    std::string ended;             // how the run went wrong, if it did: "was killed by signal 9"
    const Tried* tried = nullptr;  // what fixes do to the program, if they were tried out
};

// The original beside the rewritten program, both eager or both compiled.
struct Compared {
    std::string arms;                       // "eager", "compiled"
    std::size_t moments = 0;                // before and behind calls of compiled code, that were looked at
    std::string difference;                 // the first one, as a sentence; empty: the same
    const output::Item* culprit = nullptr;  // whose fix makes the difference, if it is one alone
};

// The same program with its fixes applied in memory. Lines are those of the original.
struct Tried {
    std::size_t files = 0;           // that have fixes
    std::vector<std::size_t> fixed;  // findings, by their index, whose first fix was applied
    Run run;
    Confirmation after;
    std::vector<Compared> compared;
    std::vector<std::string> problems;

    // Sites of the rewritten program where the original one has none.
    [[nodiscard]] std::vector<const Site*> new_breaks(const Confirmation& before) const;
};

// Run and Report outlive the result.
[[nodiscard]] Confirmation judge(const Run& run, const output::Report& report, const Ours& ours,
                                 Statements& statements);

// The user's files that the run had to do with, as the terminal names them, sorted: those to look for findings in.
[[nodiscard]] std::vector<std::string> files_of(const Run& run, const Ours& ours);

// One object, in the shape that scripts rely on; for the terminal.
[[nodiscard]] std::string json(const Confirmation& confirmation);
[[nodiscard]] std::string text(const Confirmation& confirmation, bool colour);

}  // namespace confirm
