// What numpy computes of numbers and sizes, which Dynamo makes arrays of, becomes a tensor that somebody asks for its
// value. Python computes the same of numbers:
//
//     if np.isnan(null_val):                          ->   if math.isnan(null_val):
//     n = int(np.prod(x.shape[1:]))                   ->   n = math.prod(x.shape[1:])
//     u = 5 * np.ceil(np.log(L)).astype("int").item() ->   u = 5 * math.ceil(math.log(L))
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::scalars {

[[nodiscard]] Proposal propose_python_number(Study& study, const rules::Finding& finding);

}  // namespace transforms::scalars
