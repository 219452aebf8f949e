// What one arm of a branch writes to tensors in place, as what is written in any case: `if c: t.copy_(a)` ->
// `t.copy_(torch.where(c, a, t))`. For common_call.
#pragma once

#include "transforms/if_conversion/read/branch.h"

#include <optional>
#include <string_view>
#include <vector>

namespace transforms::if_conversion {

// Of a method that is called.
[[nodiscard]] syntax::Node receiver_of(syntax::Node call);
// The text of the whole stands around the value.
void spell_around(Target& target, syntax::Node value, std::string_view front, syntax::Node whole,
                  std::string_view back);
// Of an `if` with all its arms: one target for each of their statements, in order; none if one of them does something
// else.
[[nodiscard]] std::vector<Target> writes_of(const function::Facts& facts, syntax::Node statement);
// Of an `if c: continue`: the same of what stands behind it in the round.
[[nodiscard]] std::vector<Target> writes_behind(const function::Facts& facts, syntax::Node statement);
// `if c: self.limit.copy_(a) else: self.limit.mul_(0.5)`
[[nodiscard]] std::optional<Target> write_of_both(const function::Facts& facts, syntax::Node then,
                                                  syntax::Node otherwise);

}  // namespace transforms::if_conversion
