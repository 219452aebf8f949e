// Whether something in the function takes the variable for a number, as far as the spelling goes: `a - k * b`. Only
// decides what Forms tests, never what is true.
#pragma once

#include "analysis/function/function_facts.h"

#include <vector>

namespace transforms::metadata {

[[nodiscard]] bool looks_like_number(const function::Facts& facts, const names::Binding& variable);

// Nothing is done with it that is only done with tensors: `(load > 3).any()`, `h.shape`, `h[0]`.
[[nodiscard]] bool may_be_number(const function::Facts& facts, const names::Binding& variable, syntax::Node function);

// How much a variable that may be either looks like a number: in everything that is done with it, it is a factor, of a
// number or of a tensor (`0.5 * dt`, `m.sign() * lr`), or a term beside a tensor (`y + shift`). Not if what is done
// with that shows it to be a tensor: `(d1 - d2).abs()`.
enum class NumberLike : std::uint8_t { no, of_number, of_tensor };
[[nodiscard]] NumberLike number_like(const function::Facts& facts, const names::Binding& variable);

// The parameters of which nothing is known that are nothing but factors of numbers, and of which something goes into a
// tensor: `limit` of `x * (limit / norm)`.
[[nodiscard]] std::vector<const names::Binding*> number_factors(const function::Facts& facts);

// A function is given it where it takes nothing but a tensor: `torch.nonzero(load > 3)`.
[[nodiscard]] bool has_to_be_tensor(const function::Facts& facts, syntax::Node argument);

// It has what tensors do not have: `rollouts.pop()`.
[[nodiscard]] bool has_other_members(const function::Facts& facts, const names::Binding& variable);

}  // namespace transforms::metadata
