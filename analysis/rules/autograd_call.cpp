#include "analysis/rules/all.h"
#include "analysis/rules/engine/words.h"

namespace rules {
namespace {

void on_access(const values::Access& access, Report& report) {
    const torch::Row* row = access.store ? values::breaking(access.row, access.object, {}) : nullptr;
    if (!row || row->rule != autograd_call.code) return;
    report.push_back({.node = access.node,
                      .message = "setting " + quoted(access.node) + " changes what autograd records",
                      .gb = row->gb,
                      .likely = access.object.likely,
                      .cause = {}});
}

}  // namespace

// Autograd's own machinery is driven from inside the code that is compiled.
const Rule autograd_call{
    .code = "GM505",
    .name = "autograd-call",
    .summary = "compiled code drives autograd itself",
    .on_call = [](const values::Call& call,
                  const torch::Row&) { return called(call) + " drives autograd from compiled code"; },
    .on_access = on_access,
};

}  // namespace rules
