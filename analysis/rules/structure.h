// What the code around a break makes of it: the frame is split, or lost to eager; and under which conditions it is
// reached at all.
#pragma once

#include "analysis/rules/finding.h"
#include "analysis/values/program.h"

#include <string>
#include <vector>

namespace rules {

// Outcome::skip if Dynamo cannot resume behind `node` in its function: in a loop, a `try` with handlers, an `except`,
// a context manager that cannot be entered again, a generator.
[[nodiscard]] Outcome outcome_at(const values::Program& program, syntax::Node node);

// The conditions around `node`, up to its function, that are known while tracing but not here.
[[nodiscard]] std::vector<std::string> conditions_of(const values::Program& program, syntax::Node node);

// Whether the node is the context manager of a `with`.
[[nodiscard]] bool is_entered(syntax::Node node);

// Whether the node stands under `with torch.no_grad()`.
[[nodiscard]] bool is_unrecorded(const values::Program& program, syntax::Node node);

// Whether the node is evaluated only for an exception: in a `raise`, or as the message of an `assert`.
[[nodiscard]] bool is_for_failure(syntax::Node node);

// Whether the same test asks first for a dtype that tensors do not have unless a program says so, as in
// `x.dtype == torch.float16 and x.isinf().any()`: run as it is, what stands behind the `and` is not evaluated.
[[nodiscard]] bool needs_rare_dtype(const values::Program& program, syntax::Node node);

}  // namespace rules
