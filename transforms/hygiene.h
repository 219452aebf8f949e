// Whether the names of a fix mean, where they stand, what the rewrite takes them for: those that it writes, and those
// that its proof rests on. Asked once for every fix, by `propose`, so that no rewrite has to.
//
//     def clip(x, k, isinstance): ...      a test `isinstance(k, torch.Tensor)` would call the parameter
//     from helpers import *                may bring another `len`, where helpers cannot be read
//     torch.where = my_where               nothing is known of what the new code would call
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms {

// Takes away the fixes in which a name may mean something else.
void keep_meanings(Study& study, Proposal& proposal);
// Takes away all rewrites of the file if one may, and says so of each statement.
void keep_meanings(const analysis::Analysis& analysis, InMemory& rewritten);

}  // namespace transforms
