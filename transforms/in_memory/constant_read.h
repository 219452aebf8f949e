// Numbers that are read of a tensor, asked for while the graph is traced: where the graph makes the tensor of constants
// alone, the runtime (runner/graphmend/constant_folding) answers, and all else is as it was. Whether it will, only a
// run can tell, so this is for modules that are rewritten in memory.
//
//   if (shapes[:, 0] * shapes[:, 1]).sum() != length:
//   if _graphmend.truth((shapes[:, 0] * shapes[:, 1]).sum() != length):
#pragma once

#include "analysis/analyze.h"
#include "transforms/rewrite.h"

#include <memory>
#include <vector>

namespace transforms::in_memory {

// The text with the readings that other rewrites have left, and what was done. Where one reading does not break the
// graph any more, the next one does: to a fixed point.
struct Reread {
    std::shared_ptr<const text::Source> source;
    std::vector<Treated> treated;
};
[[nodiscard]] Reread read_while_tracing(const Fixed& fixed, const analysis::Options& options);

}  // namespace transforms::in_memory
