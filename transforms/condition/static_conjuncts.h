// What a condition asks in Python, beside or in front of what it asks tensors: `mask is not None and mask.any()`.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/proof/proof.h"

#include <vector>

namespace transforms::condition {

// The operands of `a and b and c`, in parentheses or not.
void flatten(syntax::Node node, syntax::Op op, std::vector<syntax::Node>& operands);
// `a`, `b`, `c` of `a and (b and c)`.
[[nodiscard]] std::vector<syntax::Node> operands_of_and(syntax::Node condition);

// What tracing knows, so that it can stay a condition in Python.
[[nodiscard]] bool is_fixed(const function::Facts& facts, syntax::Node node);
// `greedy` of `not greedy`: nothing is known of it but that it is only asked whether it is true.
[[nodiscard]] syntax::Node flag_of(const function::Facts& facts, syntax::Node operand);
// It is one where this holds: "isinstance(greedy, bool)".
[[nodiscard]] proof::Guard is_flag(const function::Facts& facts, syntax::Node flag);
// Nothing is known of it but that nothing shows it to ask a tensor: `mode == "sum"`, `greedy`.
[[nodiscard]] bool asks_no_tensor(const function::Facts& facts, syntax::Node node);
// It is fixed, or such, or made of these.
[[nodiscard]] bool stays_in_python(const function::Facts& facts, syntax::Node node);
// A function of the program, a property, or what an object does when it is asked for its text, length or truth.
[[nodiscard]] bool runs_program(const function::Facts& facts, syntax::Node expression);
// Such a condition is asked twice, which nobody notices.
void may_be_asked_twice(const function::Facts& facts, syntax::Node node, proof::Proof& proof);

}  // namespace transforms::condition
