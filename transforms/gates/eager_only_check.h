// Branches on tensors that do nothing but tell, kept for runs without compilation:
//
//     if torch.isnan(x).any():    ->    if not torch.compiler.is_compiling() and torch.isnan(x).any():
//         warnings.warn("nan")              warnings.warn("nan")
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::gates {

// Of what raises an error, a suggestion: compiled code would go on.
[[nodiscard]] Proposal propose_eager_check(Study& study, const rules::Finding& finding);
// The same of the outermost such branch around the statement; nothing if there is none.
[[nodiscard]] Proposal propose_check_around(Study& study, syntax::Node statement);

}  // namespace transforms::gates
