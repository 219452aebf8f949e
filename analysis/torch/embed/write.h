// Writes checked rows as C++ tables that need no initialisation when the program starts.
#pragma once

#include "analysis/torch/embed/read.h"

#include <ostream>

namespace embed {

void write_tables(std::ostream& out, const std::vector<Line>& rows, const std::vector<Line>& breaks,
                  const std::vector<torch::Release>& releases);

}  // namespace embed
