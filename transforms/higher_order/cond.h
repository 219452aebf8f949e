// A branch that the graph takes itself: the arms become functions, and `torch.cond` calls one of them. For arms that
// cannot both run, which is what a select would do.
#pragma once

#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::higher_order {

// if (x > 0).any():          def then(y):
//     y = self.large(y)          y = self.large(y)
//                                return y
//
//                            def otherwise(y):
//                                return y.clone()
//
//                            if torch.compiler.is_compiling():
//                                y = torch.cond((x > 0).any(), then, otherwise, (y,))
//                            elif (x > 0).any():
//                                y = then(y)
//                            else:
//                                y = otherwise(y)
//
// A suggestion, because much of what PyTorch asks of such arms is not known here: that they write to nothing that is
// outside of them, and give tensors of the same shapes and dtypes. Parameters of the arm that was not taken get
// gradients of zeros.
[[nodiscard]] Proposal propose_cond(Study& study, const rules::Finding& finding);

}  // namespace transforms::higher_order
