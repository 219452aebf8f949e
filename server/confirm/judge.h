// The findings of the analysis beside what Dynamo did: which were confirmed, and what nobody had found.
#pragma once

#include "server/confirm/run.h"
#include "server/confirm/sites.h"
#include "server/output/report.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
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

// A function that was left to eager as a whole.
struct Left {
    std::string path;
    Statement statement;
    std::string function;
    std::string why;
    std::uint64_t times = 0;
};

// Graphs that DistributedDataParallel's optimizer split on purpose, so that gradients travel while others are computed.
struct Shared {
    std::string path;
    Statement statement;
    std::uint64_t graphs = 0;  // that one became
    std::set<std::string, ByNumber> ranks;
};

// What fixes of a finding assume, and how often it held for the values of the program.
struct Probed {
    std::size_t finding = 0;  // its index in the Report
    std::string test;         // "y.shape == out.shape"
    std::uint64_t held = 0;
    std::uint64_t failed = 0;
    std::string refuted{};  // the values with which it failed first: "y is float32[3, 4], out is float32[3]"
};

struct Tried;

struct Confirmation {
    const Run* run = nullptr;
    const output::Report* report = nullptr;
    std::vector<Site> sites;
    std::vector<Judged> findings;  // as many as the report has items, in the same order
    std::vector<const Site*> only_at_run_time;
    std::vector<Recompiled> recompiled;
    std::vector<Left> left;
    std::vector<Shared> ddp;
    std::uint64_t forwards = 0;
    std::string ended;             // how the run went wrong, if it did: "was killed by signal 9"
    const Tried* tried = nullptr;  // what fixes do to the program, if they were tried out
    std::vector<Probed> probed{};  // what fixes assume, if that was asked

    // Of a test that fixes of a finding assume; null if nobody asked.
    [[nodiscard]] const Probed* about(std::size_t finding, std::string_view test) const;
};

// A finding with the fix that was applied for it.
struct Applied {
    std::size_t finding = 0;  // its index in the Report
    const transforms::Fix* fix = nullptr;
};

// The original beside the rewritten program, both eager or both compiled.
struct Compared {
    std::string arms;                  // "eager", "compiled"
    std::size_t moments = 0;           // before and behind calls of compiled code, that were looked at
    std::string within{};              // which differences of floats were let pass; empty: none
    std::string difference{};          // the first one, as a sentence; empty: the same
    bool differs_anyway = false;       // two runs of the original do, too: nothing can be said
    std::optional<Applied> culprit{};  // that makes the difference, if it is one alone
};

// Which ways a condition went in the runs that were compared.
struct Ways {
    std::uint64_t when_true = 0;
    std::uint64_t when_false = 0;
};

// The same program with its fixes applied in memory. Lines are those of the original.
struct Tried {
    std::size_t files = 0;  // that have fixes
    std::vector<Applied> fixed;
    Run run;
    Confirmation after;
    std::vector<Compared> compared;
    std::map<std::size_t, Ways> ways;  // of the `if` statements among the fixed findings, by their index
    std::vector<std::string> problems;

    // Sites of the rewritten program where the original one has none.
    [[nodiscard]] std::vector<const Site*> new_breaks(const Confirmation& before) const;
    // Both programs were compared, and are the same.
    [[nodiscard]] bool is_same() const;
    // The break is gone, the program is the same, and all that the fix assumes held whenever it was asked.
    [[nodiscard]] bool is_confirmed(const Applied& fix, const Confirmation& before) const;
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
