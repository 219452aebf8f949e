// Loops that the data decides, as one operator of the graph (runner/graphmend/effects/loops.py), in modules that are
// rewritten in memory. All that such a loop may leave behind is what it writes to tensors of its function.
//
//   idxs = torch.nonzero(special)           pass
//   for i in range(idxs.shape[0]):          for i in () if _graphmend.compiling() and (_graphmend_r :=
//   _graphmend_1(mask, special))
//       mask[idxs[i, 0]] = True                 and [mask := _graphmend_r[0]] else [idxs := torch.nonzero(special),
//       range(idxs.shape[0])][-1]:
//                                               mask[idxs[i, 0]] = True
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"

namespace transforms::in_memory {

[[nodiscard]] InMemory rewrite_loops(const analysis::Analysis& analysis);

}  // namespace transforms::in_memory
