#include "transforms/scalars/row_index.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/findings.h"
#include "transforms/forms.h"
#include "transforms/if_conversion/if_conversion.h"
#include "transforms/scalar_uses/scalar_uses.h"

#include <string>

namespace transforms::scalars {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// The variable that holds the tensor: `i` of `i`, of `i + 1`. Nothing where there are several.
Node tensor_in(const Facts& facts, Node index) {
    Node found;
    for (const Node part : subtree(index)) {
        if (!part.is(Kind::identifier) || !facts.value(part).is_tensor()) continue;
        if (found || !facts.variable(part)) return {};
        found = part;
    }
    return found;
}

bool is_index(Node operand) {
    const Node subscript = operand.parent();
    return subscript.is(Kind::subscript) && operand.field() != Field::value;
}

}  // namespace

Proposal propose_row_index(Study& study, const rules::Finding& finding) {
    const Node operand = operand_of(study.analysis(), finding),
               function = operand ? syntax::function_of(operand) : Node{};
    if (!function.is(Kind::function_definition) || !is_index(operand)) return {};
    const Facts& facts = study.facts(function);
    const values::Value index = facts.value(operand);
    const Node tensor = tensor_in(facts, operand);
    if (!tensor || !index.is_tensor() || index.rank != 0) return {};
    if (index.dtype != torch::Dtype::integer && index.dtype != torch::Dtype::unknown)
        return declined(edit::quoted(operand) + " holds no whole number");
    proof::Proof proof(proof::Answer::assume);
    const Node statement = syntax::statement_of(operand);
    metadata::Forms forms(facts, statement, proof);
    scalar_uses::NumberUses uses(facts, statement, forms, proof, scalar_uses::Numbers::whole,
                                 if_conversion::unreadable);
    uses.may_round("int64");
    uses.check_use(*facts.variable(tensor), tensor);
    if (proof.refused()) return declined(*proof.unproven());
    const auto& made = uses.respelled();
    if (made.size() != 1 || made.front().node != operand.parent()) return {};
    if (index.dtype == torch::Dtype::unknown)
        proof.assume(edit::quoted(operand) + " holds a whole number", edit::quoted(operand) + " may be a mask");
    return {.fixes = in_forms(
                {.name = "row-index",
                 .title = "pick the row with a tensor of one number",
                 .assumptions = proof.assumptions(),
                 .guards = proof.guards(),
                 .facts = &facts,
                 .statement = statement,
                 .testable = false},
                [&](const proof::Guards&) {
                    return std::optional(std::vector<edit::Edit>{{made.front().node.span(), made.front().made}});
                }),
            .declined = "an index out of range would raise another error"};
}

}  // namespace transforms::scalars
