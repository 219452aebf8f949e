// What an operation keeps of its tensors for its backward, which an update in place would spoil: PyTorch raises an
// error then. For rewrites of what is written in place.
#pragma once

#include "analysis/effects/provenance.h"

#include <cstdint>
#include <optional>

namespace effects {

// What is read is kept for the backward of the operation around it: by `y * w`, not by `y + w` and `y * 0.5`.
[[nodiscard]] bool is_saved(const function::Facts& facts, syntax::Node read);

// The operation keeps what it gives for its backward: `x.exp()` and `a ** b` do, `self.fc(x)`, `a + b` and a sum do
// not.
[[nodiscard]] bool keeps_result(const function::Facts& facts, syntax::Node operation);

// An operation before `until`, a place in or behind `statement`, or in another round of a loop around that, may have
// kept the tensor of the variable for its backward: `y = x.exp()` and `y -= y.min()` do, `y = a + b` and `y.mean()` do
// not. The tensors whose gradients it is kept for, besides those that it comes from; nothing if it is not.
[[nodiscard]] std::optional<Roots> saved_with(const function::Facts& facts, const names::Binding& variable,
                                              syntax::Node statement, std::uint32_t until);

// A tensor in the expression that an operation keeps for its backward, and that something behind the statement, or in
// another round of its loop, writes to; or none.
[[nodiscard]] syntax::Node spoiled_behind(const function::Facts& facts, syntax::Node expression,
                                          syntax::Node statement);

}  // namespace effects
