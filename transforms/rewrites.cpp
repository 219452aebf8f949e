#include "transforms/rewrites.h"

#include "transforms/common_call.h"
#include "transforms/compiling_gate.h"
#include "transforms/effect.h"
#include "transforms/kept_scalar.h"
#include "transforms/known_number.h"
#include "transforms/mask_index.h"
#include "transforms/masked.h"
#include "transforms/shell.h"
#include "transforms/where.h"

#include <array>

namespace transforms {

namespace {

constexpr std::array<std::string_view, 4> branches{"GM101", "GM201", "GM301", "GM501"};
constexpr std::array<std::string_view, 3> outputs{"GM401", "GM402", "GM403"};
constexpr std::array<std::string_view, 1> reads{"GM201"};
constexpr std::array<std::string_view, 1> shapes{"GM301"};
constexpr std::array<std::string_view, 6> effects{"GM101", "GM201", "GM401", "GM402", "GM403", "GM501"};
constexpr std::array table{
    Rewrite{.name = "masked-write", .rules = shapes, .propose = propose_masked_write},
    Rewrite{.name = "masked-sum", .rules = shapes, .propose = propose_masked_sum},
    Rewrite{.name = "mask-index", .rules = shapes, .propose = propose_mask_index},
    Rewrite{.name = "known-number", .rules = reads, .propose = propose_known_number},
    Rewrite{.name = "kept-scalar", .rules = reads, .propose = propose_kept_scalar},
    Rewrite{.name = "common-call", .rules = branches, .propose = propose_common_call},
    Rewrite{.name = "where", .rules = branches, .propose = propose_where},
    Rewrite{.name = "shell", .rules = effects, .propose = propose_shell},
    Rewrite{.name = "effect", .rules = effects, .propose = propose_effect},
    Rewrite{.name = "compiling-gate", .rules = outputs, .propose = propose_compiling_gate},
};

}  // namespace

std::span<const Rewrite> rewrites() { return table; }

}  // namespace transforms
