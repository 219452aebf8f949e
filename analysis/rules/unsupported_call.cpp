#include "analysis/rules/all.h"
#include "analysis/rules/engine/words.h"

namespace rules {

// Functions that Dynamo skips or knows nothing of: C code, clocks, files, generators of random numbers. Which, is data.
const Rule unsupported_call{
    .code = "GM501",
    .name = "unsupported-call",
    .summary = "Dynamo does not trace this function",
    .on_call = [](const values::Call& call, const torch::Row&) { return called(call) + " is not traced by Dynamo"; },
    .on_store =
        [](const values::Access& access) { return "setting " + quoted(access.node) + " is not traced by Dynamo"; },
};

}  // namespace rules
