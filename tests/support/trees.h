// What tests ask of two trees.
#pragma once

#include "analysis/syntax/tree.h"

namespace tests {

// The first node in which they differ; -1 if they are the same.
[[nodiscard]] int first_difference(const syntax::Tree& a, const syntax::Tree& b);

}  // namespace tests
