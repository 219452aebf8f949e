#include "analysis/rules/all.h"
#include "analysis/rules/engine/words.h"

namespace rules {

// A number is a constant when the code is first compiled, and a symbol from its second value on.
const Rule late_break{
    .code = "GM701",
    .name = "late-break",
    .summary = "breaks from the second value of a number on",
    .outcome = Outcome::late,
    .severity = Severity::hint,
    .on_change =
        [](const values::Call& call, values::Value number) {
            return quoted(call.node) + " breaks the graph once " + what_changes(number) + " changes";
        },
};

}  // namespace rules
