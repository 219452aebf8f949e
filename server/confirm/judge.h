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

struct Confirmation {
    const Run* run = nullptr;
    const output::Report* report = nullptr;
    std::vector<Site> sites;
    std::vector<Judged> findings;  // as many as the report has items, in the same order
    std::vector<const Site*> only_at_run_time;
    std::vector<Recompiled> recompiled;
    std::uint64_t forwards = 0;
    std::string ended;  // how the run went wrong, if it did: "was killed by signal 9"
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
