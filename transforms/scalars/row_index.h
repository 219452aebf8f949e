// A computed tensor without dimensions indexes another one, which reads its number. With a dimension, it picks a row:
//
//     i = (grid - t).abs().argmin()
//     step = sigmas[i]                  ->   step = sigmas[i[None]][0]
#pragma once

#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::scalars {

[[nodiscard]] Proposal propose_row_index(Study& study, const rules::Finding& finding);

}  // namespace transforms::scalars
