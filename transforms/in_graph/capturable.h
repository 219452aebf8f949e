// What an effect may take with it into the graph, and where it has to be evaluated. For captures.cpp.
#pragma once

#include "analysis/function/function_facts.h"

namespace transforms::in_graph {

// What the operator can hand to Python again: a number, a text, a shape, containers of such. What is not known here is
// known when the graph is made, and breaks it if it is something else.
[[nodiscard]] bool can_be_carried(values::Value value);

// It can be evaluated where the program would not have: it raises for no data. `x.max()` of no elements raises, so do
// `x.mean()` of whole numbers, and `x + w` and `x[2]` for some shapes.
[[nodiscard]] bool is_total(const function::Facts& facts, syntax::Node node, syntax::Node statement);

// A size of a tensor or the like: `x.size(0)`.
[[nodiscard]] bool describes(const torch::Row& row);

// `x.max()` of an `x` of which nothing is known.
[[nodiscard]] bool is_method_of_tensors(const function::Facts& facts, syntax::Node call);

// In the operator another frame asks, and gradients are off: `sys.getrefcount(x)`, and what torch tells or makes
// without a tensor, `torch.is_grad_enabled()`, `torch.zeros(3)`. The latter are known while the graph is made.
[[nodiscard]] bool asks_of_caller(const function::Facts& facts, syntax::Node call);
[[nodiscard]] bool is_told_while_tracing(const function::Facts& facts, syntax::Node call);

}  // namespace transforms::in_graph
