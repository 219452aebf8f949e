// Arms that all run, one after the other, each with variables of its own: for ways that return, and for arms whose
// assignments have no order in common.
#pragma once

#include "transforms/if_conversion/read/arm.h"

#include <set>
#include <vector>

namespace transforms::if_conversion {

// The variables of a way that another one needs, or assigns as well, or that are `left` behind all of them, get names
// of their own. `results` are what each way gives at its end.
[[nodiscard]] std::vector<Renamed> keep_apart(const function::Facts& facts, const std::vector<Arm>& ways,
                                              const std::vector<std::vector<syntax::Node>>& results,
                                              const std::set<const names::Binding*>& left, proof::Proof& proof);

// What the arms assign on their way is temporary; behind them stands what is chosen, of variables that are read behind
// the statement.
//
//     low = mix - 1.0                  low_ = mix - 1.0
//     high = low + 2.0                 high_ = mix * 2.0
//   else:                              low = torch.where(c, low_, high_ - 2.0)
//     high = mix * 2.0                 high = torch.where(c, low_ + 2.0, high_)
//     low = high - 2.0
void read_apart(const function::Facts& facts, Predication& read, const std::vector<Arm>& arms, proof::Proof& proof);

}  // namespace transforms::if_conversion
