#include "analysis/rules/all.h"
#include "analysis/rules/engine/words.h"

namespace rules {

// warnings.warn is implemented in C, where Dynamo does not look.
const Rule warning_call{
    .code = "GM403",
    .name = "warning-call",
    .summary = "warnings cannot be part of the graph",
    .conditional = Severity::hint,
    .on_call = [](const values::Call& call,
                  const torch::Row&) { return called(call) + " cannot be part of the graph"; },
};

}  // namespace rules
