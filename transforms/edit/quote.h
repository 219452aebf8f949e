// Pieces of the program in messages.
#pragma once

#include "analysis/syntax/node.h"

#include <string>

namespace transforms::edit {

// "`x.sum()`", for messages: the source text on one line.
[[nodiscard]] std::string quoted(syntax::Node node);

}  // namespace transforms::edit
