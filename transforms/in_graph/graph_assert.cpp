#include "transforms/in_graph/graph_assert.h"

#include "analysis/syntax/python.h"
#include "transforms/findings.h"
#include "transforms/forms.h"
#include "transforms/in_graph/assertion.h"
#include "transforms/in_graph/failing_check.h"

namespace transforms::in_graph {

using proof::Proof;
using syntax::Node;

Proposal propose_graph_assert(Study& study, const rules::Finding& finding) {
    const Node operand = operand_of(study.analysis(), finding), check = check_of(operand);
    if (!check) return {};
    const function::Facts& facts = study.facts(syntax::function_of(operand));
    const Node statement = statement_of_check(check);
    Proof proof(proof::Answer::assume);
    metadata::Forms forms(facts, statement, proof);
    const auto made = assertion_of(facts, check, forms, proof);
    if (!made) return {};
    if (proof.refused()) return declined(*proof.unproven());
    const Handled& handled = study.once<Handled>(Node{}, [&] { return handled_in(facts.program().tree()); });
    return {.fixes = in_forms({.name = "graph-assert",
                               .title = "check inside of the graph when compiling",
                               .assumptions = made->assumptions,
                               .guards = made->guards,
                               .facts = &facts,
                               .statement = statement,
                               .testable = false,
                               .doubtful = made->names_values || handled.any_of(made->kinds)},
                              [&](const proof::Guards&) { return std::optional(made->edits); }),
            .declined = "a failing check would raise another error"};
}

}  // namespace transforms::in_graph
