// One statement of an arm that writes to a tensor in place, as the target that is written in any case:
// `t.copy_(a)` -> `t.copy_(torch.where(c, a, t))`. For predicated_store and sink_common_call.
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
// `y[0] = a`, `y[1:] += a`; `statement` is the branch, or the write where its arm has made y.
[[nodiscard]] std::optional<Target> part_of(const function::Facts& facts, syntax::Node then, syntax::Node statement);
// `t.copy_(a)`, `self.count.add_(1.0)`, and all of these
[[nodiscard]] std::optional<Target> write_of(const function::Facts& facts, syntax::Node then, syntax::Node statement);
// `y[i] = a` beside `i = i + 1` among what is assigned: another place than it is in front of that.
[[nodiscard]] bool reads_any(const function::Facts& facts, const Target& target, const std::vector<Target>& assigned);
// `if c: self.limit.copy_(a) else: self.limit.mul_(0.5)`
[[nodiscard]] std::optional<Target> write_of_both(const function::Facts& facts, syntax::Node then,
                                                  syntax::Node otherwise);

}  // namespace transforms::if_conversion
