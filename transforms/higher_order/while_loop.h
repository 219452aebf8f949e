// A loop that the graph runs itself for as long as the data asks: a suggestion, like `torch.cond` (cond.h).
//
//     while x.norm() > limit:        def goes_on(x):
//         x = self.layer(x)              return x.norm() > limit
//
//                                    def once(x):
//                                        x = self.layer(x)
//                                        return (x,)
//
//                                    if torch.compiler.is_compiling():
//                                        (x,) = torch.while_loop(goes_on, once, (x,))
//                                    else:
//                                        while goes_on(x):
//                                            (x,) = once(x)
#pragma once

#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::higher_order {

[[nodiscard]] Proposal propose_while_loop(Study& study, const rules::Finding& finding);

}  // namespace transforms::higher_order
