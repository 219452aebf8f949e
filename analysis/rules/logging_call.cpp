#include "analysis/rules/all.h"
#include "analysis/rules/engine/words.h"

namespace rules {

// A call of a logger breaks whether its level is enabled or not.
const Rule logging_call{
    .code = "GM402",
    .name = "logging-call",
    .summary = "logging cannot be part of the graph",
    .conditional = Severity::hint,
    .on_call = [](const values::Call& call,
                  const torch::Row&) { return called(call) + " cannot be part of the graph, whatever its level"; },
};

}  // namespace rules
