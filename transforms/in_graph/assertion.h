// A check that raises, and an assertion of PyTorch in front of it, for graphs: for graph_assert.h, and for checks of
// numbers that are kept tensors.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/edit/edit.h"
#include "transforms/metadata/inference.h"
#include "transforms/proof/proof.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::in_graph {

struct Assertion {
    std::vector<edit::Edit> edits;
    std::vector<std::string> assumptions;
    proof::Guards guards;
    std::vector<std::string_view> kinds;  // of the errors of the check
    bool names_values = false;            // where the check shows them
};

// An `assert`, or an `if` or `elif` behind which no arm comes, that the operand decides, or whose message shows it.
[[nodiscard]] syntax::Node check_of(syntax::Node operand);
// The statement that evaluates its condition.
[[nodiscard]] syntax::Node statement_of_check(syntax::Node check);

// Nothing where it raises nothing; without edits where it is refused. `forms` is anchored at its statement.
[[nodiscard]] std::optional<Assertion> assertion_of(const function::Facts& facts, syntax::Node check,
                                                    metadata::Forms& forms, proof::Proof& proof);

}  // namespace transforms::in_graph
