// Values that a condition takes the place of the assignments of: `n = t.item()` in front of `if n > 3:`.
#pragma once

#include "transforms/condition/emptiness.h"
#include "transforms/edit/edit.h"

#include <vector>

namespace transforms::condition {

// Leaves the assignments out, and puts their values where they were read, in what no edit replaces.
void move_values(const text::Source& source, const std::vector<Moved>& all, std::vector<edit::Edit>& edits);

}  // namespace transforms::condition
