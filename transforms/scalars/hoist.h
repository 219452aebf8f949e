// What is asked of the machine and has one answer as long as the process runs, but is asked in compiled code, where
// Dynamo does not trace it. It is asked once, behind the imports of the file:
//
//                                                              CUDA_DEVICE_COUNT = torch.cuda.device_count()
//     def forward(self, x):                            ->
//         if torch.cuda.device_count() > 1:                    if CUDA_DEVICE_COUNT > 1:
#pragma once

#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::scalars {

[[nodiscard]] Proposal propose_hoist(Study& study, const rules::Finding& finding);

}  // namespace transforms::scalars
