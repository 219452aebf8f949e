// A block that becomes a function inside of its function: an arm for `torch.cond`, a round for `torch.while_loop`.
#pragma once

#include "analysis/analyze.h"
#include "analysis/function/function_facts.h"

#include <string>
#include <string_view>
#include <vector>

namespace transforms::higher_order {

// Why it may not; empty if it may. `what` it is: "arm".
[[nodiscard]] std::string problem_as_function(const function::Facts& facts, syntax::Node block, std::string_view what);
// Something in it breaks the graph.
[[nodiscard]] bool breaks_itself(const analysis::Analysis& analysis, syntax::Node block);

[[nodiscard]] const names::Occurrence* last_in(syntax::Node block, const names::Binding& variable);
// What is assigned to it in any case when control leaves the block; or none.
[[nodiscard]] syntax::Node surely_given(syntax::Node block, const names::Binding& variable);
// All that the block assigns to it.
[[nodiscard]] bool gives_only_tensors(const function::Facts& facts, syntax::Node block, const names::Binding& variable);

// A name that the text does not hold yet: "then", "then_2".
[[nodiscard]] std::string unused_in(const text::Source& source, std::string name);
[[nodiscard]] std::string listed(const std::vector<std::string>& names, std::string_view last = "");

}  // namespace transforms::higher_order
