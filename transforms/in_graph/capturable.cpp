#include "transforms/in_graph/capturable.h"

#include "analysis/syntax/python.h"
#include "transforms/metadata/kind_heuristics.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>
#include <array>

namespace transforms::in_graph {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::array<std::string_view, 7> speak_of_caller{"sys.",       "gc.",          "inspect.", "threading.",
                                                          "traceback.", "contextvars.", "weakref."};
constexpr std::string_view torch_package = "torch.";

}  // namespace

bool can_be_carried(values::Value value) {
    switch (value.kind) {
        case values::Kind::object:
        case values::Kind::module:
        case values::Kind::foreign:
        case values::Kind::function:
        case values::Kind::class_:
        case values::Kind::api:
        case values::Kind::bound:
        case values::Kind::wrapped:
        case values::Kind::super_:
        case values::Kind::choice:
        case values::Kind::logger:
        case values::Kind::array: return false;
        default: return true;
    }
}

bool is_total(const Facts& facts, Node node, Node statement) {
    proof::Proof proof;
    metadata::Forms forms(facts, statement, proof);
    speculation::Speculation(facts, statement, forms, proof).check(node);
    return !proof.refused() && !proof.has_guards();
}

bool describes(const torch::Row& row) {
    return row.gives == torch::Gives::shape || row.gives == torch::Gives::shape_number;
}

bool is_method_of_tensors(const Facts& facts, Node call) {
    const Node callee = syntax::Call{call}.function();
    if (!callee.is(Kind::attribute) || !facts.value(callee.child(Field::object)).is(values::Kind::unknown))
        return false;
    const torch::Knowledge knowledge{facts.program().release()};
    const torch::Row* row = torch::find_member(torch::tensor_class, callee.child(Field::attribute).text(), knowledge);
    return row && row->gives == torch::Gives::tensor && row->when == torch::When::never;
}

bool asks_of_caller(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    if (!row || facts.value(call.child(Field::function)).is(values::Kind::bound)) return false;
    if (std::ranges::any_of(speak_of_caller, [&](std::string_view each) { return row->name.starts_with(each); }))
        return true;
    if (!row->name.starts_with(torch_package)) return false;
    for (const Node argument : syntax::Call{call}.arguments().children())
        if (values::holds_tensor(facts.value(argument)) || metadata::has_to_be_tensor(facts, argument)) return false;
    return true;
}

bool is_told_while_tracing(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    return row && row->name.starts_with(torch_package);
}

}  // namespace transforms::in_graph
