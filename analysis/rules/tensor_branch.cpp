#include "analysis/flow/graph.h"
#include "analysis/rules/all.h"
#include "analysis/rules/engine/words.h"

namespace rules {
namespace {

using syntax::Kind;
using syntax::Node;

// What the compiler of Python stores as a constant: a text, a number, a tuple of such.
bool is_constant(Node node) {
    node = syntax::unparenthesized(node);
    switch (node.kind()) {
        case Kind::string: return !node.first_child();
        case Kind::concatenated_string:
        case Kind::tuple:
        case Kind::unary_operator:
            for (const Node part : node.children())
                if (!is_constant(part)) return false;
            return true;
        case Kind::integer:
        case Kind::float_:
        case Kind::true_:
        case Kind::false_:
        case Kind::none:
        case Kind::ellipsis: return true;
        default: return false;
    }
}

// Dynamo turns `assert t` and `assert t, "text"` into an operator of the graph: it looks for exactly this bytecode, so
// `assert not t`, `assert a and b` and messages that are computed do break.
bool becomes_operator(Node operand) {
    const Node assertion = flow::decided_by(operand);
    const Node condition = assertion.first_child();
    const Node message = condition.next_sibling();
    return syntax::unparenthesized(condition) == syntax::unparenthesized(operand) && (!message || is_constant(message));
}

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
    if (branch.form == values::Branch::Form::assert_ && becomes_operator(branch.node)) return;
    if (branch.value.is(values::Kind::tensor_number)) {
        // Left to Python, it is a plain number. In the graph, nobody knows it while tracing.
        if (branch.form != values::Branch::Form::assert_)
            report.push_back({.node = branch.node,
                              .message = "branch on a number that the data of a tensor decides",
                              .gb = "GB0170",
                              .cause = what_it_is(branch.node, branch.value),
                              .if_captured = true});
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
