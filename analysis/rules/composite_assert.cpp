#include "analysis/rules/all.h"
#include "analysis/rules/engine/assertion.h"
#include "analysis/values/declared/composite.h"

namespace rules {
namespace {

void on_branch(const values::Branch& branch, Report& report) {
    if (branch.form != values::Branch::Form::assert_ || !values::is_composite(branch.value)) return;
    if (!becomes_operator(branch.node)) return;
    // Dynamo asks a list for a tensor of its items. That fails late where these are tensors, and at once for others.
    report.push_back({.node = branch.node,
                      .message = "assertion on the truth of an object that no operator takes",
                      .gb = values::holds_tensor(branch.value) ? "GB0112" : "GB0055",
                      .likely = branch.value.likely,
                      .cause = {}});
}

}  // namespace

// Dynamo takes the condition of a plain assertion for a tensor or a constant; whatever else it is cannot be handed to
// the operator that it makes of it.
const Rule composite_assert{
    .code = "GM102",
    .name = "composite-assert",
    .summary = "an assertion asks for the truth of a list, a dict, a module or an object",
    .outcome = Outcome::skip,
    .on_branch = on_branch,
};

}  // namespace rules
