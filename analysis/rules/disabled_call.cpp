#include "analysis/rules/all.h"
#include "analysis/rules/engine/words.h"

namespace rules {

// What is under torch.compiler.disable stays out of the graph on purpose, and the graph ends where it is called.
const Rule disabled_call{
    .code = "GM502",
    .name = "disabled-call",
    .summary = "a function that is kept out of compilation is called",
    .on_call = [](const values::Call& call, const torch::Row&) { return called(call) + " ends the graph on purpose"; },
    .on_disabled =
        [](const values::Disabled& disabled, Report& report) {
            report.push_back({.node = disabled.node,
                              .message = quoted(disabled.node.first_child()) + " is kept out of compilation",
                              .gb = "GB0098",
                              .likely = false,
                              .cause = {}});
        },
};

}  // namespace rules
