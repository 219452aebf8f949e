#include "analysis/rules/all.h"
#include "analysis/rules/engine/words.h"

namespace rules {

// Parameters made while tracing would belong to the graph, not to the model.
const Rule module_construction{
    .code = "GM504",
    .name = "module-construction",
    .summary = "a module with parameters is made in compiled code",
    .on_call = [](const values::Call& call,
                  const torch::Row&) { return called(call) + " makes parameters in compiled code"; },
};

}  // namespace rules
