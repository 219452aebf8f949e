#include "transforms/scalars/kept_list.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/provenance.h"
#include "analysis/operations/reduction.h"
#include "analysis/syntax/handlers.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/findings.h"
#include "transforms/forms.h"
#include "transforms/metadata/callee_result.h"
#include "transforms/scalar_uses/takers.h"
#include "transforms/scalars/item_site.h"
#include "transforms/scalars/stored_numbers.h"

#include <algorithm>

namespace transforms::scalars {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// `t` of `t.tolist()` and of `t.cpu().numpy().tolist()`; none of other calls.
Node listed_tensor(const Facts& facts, Node call) {
    const auto read = reading_of(facts, call);
    const Node tensor = read && read->whole ? tensor_of_array(facts, read->tensor) : Node{};
    return tensor && facts.value(tensor).is_tensor() ? tensor : Node{};
}

// Some dimensions are gone, as of `errors.mean(dim=(0, 1)).detach()`: what is left of them is a row of figures, as a
// rule, and not the tokens of a text, each of which would stand in the graph.
bool reduces(const Facts& facts, Node value) {
    Node node = syntax::unparenthesized(value);
    if (node.is(Kind::binary_operator))
        return reduces(facts, node.child(Field::left)) || reduces(facts, node.child(Field::right));
    for (; node.is(Kind::call); node = syntax::Call{node}.function().child(Field::object)) {
        if (operations::reduction_of(facts, node)) return true;
        if (!syntax::Call{node}.function().is(Kind::attribute)) return false;
    }
    return false;
}

// Whatever the variable is given, if it is one.
bool is_reduced(const Facts& facts, Node tensor) {
    const Node node = holder_of(tensor);
    const names::Binding* variable = facts.variable(node);
    if (!variable) return reduces(facts, node);
    return std::ranges::all_of(variable->occurrences, [&](const names::Occurrence& each) {
        const Node given = syntax::given_to(each.node);
        return given && reduces(facts, given);
    });
}

std::string as_list(const Facts& facts, Node tensor) {
    const Node statement = syntax::statement_of(tensor);
    const effects::Roots roots = effects::roots_of(facts, tensor, statement);
    const Node holder = holder_of(tensor);
    const bool is_new = effects::makes_new_tensor(facts, holder) || metadata::gives_new_tensor(facts, holder);
    const bool is_cut = facts.without_gradients() || roots.differentiable.empty();
    const std::string text = is_new && is_cut ? std::string(tensor.text()) : edit::grouped(tensor);
    return "list(" + text + (is_cut ? "" : ".detach()") + (is_new ? "" : ".clone()") + ")";
}

}  // namespace

Proposal propose_kept_list(Study& study, const rules::Finding& finding) {
    const Node operand = operand_of(study.analysis(), finding);
    const Node call = operand ? syntax::enclosing(operand, Kind::call) : Node{};
    if (!call) return {};
    const Facts& facts = study.facts(syntax::function_of(operand));
    const Node tensor = listed_tensor(facts, call);
    const int rank = tensor ? facts.value(tensor).rank : 0;
    if (!tensor || (rank >= 0 && rank != 1) || syntax::may_be_caught(syntax::statement_of(call))) return {};
    const auto takers = scalar_uses::takers_of_list(facts, call);
    if (!takers) return {};
    std::vector<std::string> assumptions;
    if (rank < 0) assumptions.push_back(edit::quoted(tensor) + " has 1 dimension");
    for (const std::string& taker : takers->names)
        assumptions.push_back(taker + std::string(scalar_uses::take_a_tensor));
    if (takers->computes) assumptions.emplace_back("the precision of the tensor is as good as Python's");
    const bool tells =
        study.once<scalar_uses::Tells>({}, [&] { return scalar_uses::tells_numbers(facts.program().tree()); }).numbers;
    const Rewriting rewriting{.name = "kept-scalar",
                              .title = "keep the numbers tensors",
                              .assumptions = scalar_uses::with_takers_joined(assumptions),
                              .facts = &facts,
                              .statement = syntax::statement_of(call),
                              .doubtful = tells || takers->alone || !is_reduced(facts, tensor)};
    return {.fixes = in_forms(rewriting, [&](const proof::Guards&) -> std::optional<std::vector<edit::Edit>> {
                return {{{call.span(), as_list(facts, tensor)}}};
            })};
}

}  // namespace transforms::scalars
