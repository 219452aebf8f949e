#include "transforms/rewrites.h"

#include "transforms/compiling_gate.h"
#include "transforms/where.h"

#include <array>

namespace transforms {

namespace {

constexpr std::array<std::string_view, 1> branches{"GM101"};
constexpr std::array<std::string_view, 3> outputs{"GM401", "GM402", "GM403"};
constexpr std::array table{
    Rewrite{.name = "where", .rules = branches, .propose = propose_where},
    Rewrite{.name = "compiling-gate", .rules = outputs, .propose = propose_compiling_gate},
};

}  // namespace

std::span<const Rewrite> rewrites() { return table; }

}  // namespace transforms
