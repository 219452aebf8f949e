#include "analysis/rules/all.h"
#include "analysis/rules/engine/words.h"

namespace rules {

// An effect outside of the graph, so the graph ends before it.
const Rule print_call{
    .code = "GM401",
    .name = "print-call",
    .summary = "printing cannot be part of the graph",
    .conditional = Severity::hint,
    .on_call = [](const values::Call& call,
                  const torch::Row&) { return called(call) + " cannot be part of the graph"; },
};

}  // namespace rules
