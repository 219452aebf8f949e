// A class that is made in compiled code, at every call anew, and does not ask for anything of the function around it.
// It is made once, in front of the function:
//
//                                                              class Output:
//     def forward(self, x):                                        def __init__(self, value):
//         class Output:                                                self.value = value
//             def __init__(self, value):          ->
//                 self.value = value                           def forward(self, x):
//         return Output(x)                                         return Output(x)
#pragma once

#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::outlining {

[[nodiscard]] Proposal propose_hoist_class(Study& study, const rules::Finding& finding);

}  // namespace transforms::outlining
