#include "analysis/rules/all.h"
#include "analysis/rules/engine/words.h"

namespace rules {

// The very value of a number is needed while tracing, so that what is compiled holds for this value alone.
const Rule recompilation{
    .code = "GM702",
    .name = "recompilation",
    .summary = "compiles again for each value of a number",
    .outcome = Outcome::recompile,
    .severity = Severity::hint,
    .on_change =
        [](const values::Call& call, values::Value number) {
            return quoted(call.node) + " compiles again whenever " + what_changes(number) + " changes";
        },
    .on_counter =
        [](const values::Counter& counter, Report& report) {
            report.push_back(
                {.node = counter.node,
                 .message = quoted(counter.node) + " changes with each call, and each value is compiled for",
                 .gb = {},
                 .cause = {},
                 .later = Outcome::recompile,
                 .certain_to_vary = true});
        },
};

}  // namespace rules
