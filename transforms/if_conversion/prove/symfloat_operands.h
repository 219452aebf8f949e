// Floats that change from call to call, as number operands of calls. Before PyTorch 2.15 (#194976), a graph that
// computes with such a float and hands it to an operator as a number as well keeps an old value there. The operators
// of an arm that take a tensor without dimensions get one:
//
//     if x.max() > limit:            x = torch.where(x.max() > limit, x.clamp(max=x.new_zeros(()) + limit), x)
//         x = x.clamp(max=limit)
#pragma once

#include "transforms/if_conversion/prove/context.h"

namespace transforms::if_conversion {

// Notes in the case what has to be written so; refuses what cannot be.
void no_changing_floats(Case& c);

}  // namespace transforms::if_conversion
