#include "analysis/rules/all.h"
#include "analysis/rules/engine/words.h"

namespace rules {
// Autograd's own machinery is driven from inside the code that is compiled.
const Rule autograd_call{
    .code = "GM505",
    .name = "autograd-call",
    .summary = "compiled code drives autograd itself",
    .on_call = [](const values::Call& call,
                  const torch::Row&) { return called(call) + " drives autograd from compiled code"; },
    .on_store =
        [](const values::Access& access) {
            return "setting " + quoted(access.node) + " changes what autograd records";
        },
};

}  // namespace rules
