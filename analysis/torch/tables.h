// The constant tables that the build step writes from the JSON rows; knowledge.cpp alone reads them.
#pragma once

#include "analysis/torch/knowledge.h"

namespace torch::tables {

extern const std::span<const Row> rows;             // sorted by name, then since
extern const std::span<const std::uint16_t> index;  // open addressing over the names: 1 + the first row of the name
extern const std::span<const Break> breaks;         // sorted by id
extern const std::span<const Release> releases;     // oldest first

}  // namespace torch::tables
