#include "analysis/rules/all.h"
#include "analysis/rules/engine/assertion.h"
#include "analysis/rules/engine/words.h"
#include "analysis/values/declared/composite.h"

namespace rules {
namespace {

std::string_view describe(values::Branch::Form form) {
    using Form = values::Branch::Form;
    switch (form) {
        case Form::if_: return "branch on the value of a tensor";
        case Form::while_: return "loop on the value of a tensor";
        case Form::assert_: return "assertion on the value of a tensor that does not become an operator";
        case Form::conditional: return "conditional expression on the value of a tensor";
        case Form::filter: return "filter on the value of a tensor";
        case Form::boolean: return "`and` and `or` ask for the truth of a tensor";
        case Form::negation: return "`not` asks for the truth of a tensor";
        case Form::chain: return "a chained comparison asks for the truth of a tensor";
        case Form::membership:
        case Form::containment: return "`in` compares the values of tensors";
        case Form::match: return "`match` compares the value of a tensor";
    }
    return "branch on the value of a tensor";
}

// Dynamo splits the graph at a jump. An operator that answers with a bool has none, and costs the frame: `not t` where
// no branch follows, and `in` a tensor. `in` a list jumps from item to item.
std::string_view lost_to(const values::Branch& branch) {
    using Form = values::Branch::Form;
    if (branch.form == Form::negation) return "GB0033";
    return branch.form == Form::containment ? "GB0124" : "";
}

void on_branch(const values::Branch& branch, Report& report) {
    if (values::is_composite(branch.value)) return;  // GM102
    if (branch.form == values::Branch::Form::assert_ && becomes_operator(branch.node)) return;
    if (branch.value.is(values::Kind::tensor_number)) {
        // Left to Python, it is a plain number. In the graph, nobody knows it while tracing.
        if (branch.form != values::Branch::Form::assert_)
            report.push_back({.node = branch.node,
                              .message = "branch on a number that the data of a tensor decides",
                              .gb = "GB0170",
                              .cause = what_it_is(branch.node, branch.value),
                              .if_captured = &values::Dynamo::captures_scalars});
        return;
    }
    if (branch.value.unbacked && !branch.value.is_tensor()) {
        if (branch.form != values::Branch::Form::assert_)
            report.push_back({.node = branch.node,
                              .message = "branch on a size that the data of a tensor decides",
                              .gb = "GB0170",
                              .cause = what_it_is(branch.node, branch.value),
                              .if_captured = &values::Dynamo::captures_shapes});
        return;
    }
    const std::string_view lost = lost_to(branch);
    report.push_back({.node = branch.node,
                      .message = std::string(describe(branch.form)),
                      .gb = lost.empty() ? "GB0170" : lost,
                      .likely = branch.value.likely || branch.value.maybe_none,
                      .cause = what_it_is(branch.node, branch.value),
                      .loses_frame = !lost.empty()});
}

}  // namespace

// The compiler cannot know which way a branch on a tensor's value goes, so the graph ends there. A branch on a shape, a
// dtype or `is None` is decided while tracing and is fine.
const Rule tensor_branch{
    .code = "GM101",
    .name = "tensor-branch",
    .summary = "the truth of a tensor decides where control goes",
    .on_call = [](const values::Call& call,
                  const torch::Row&) { return called(call) + " asks for the truth of tensors"; },
    .on_branch = on_branch,
};

}  // namespace rules
