// Which of the fixes of a finding is taken.
#pragma once

#include "transforms/rewrite.h"

#include <span>

namespace transforms {

// Which fixes are wanted.
struct Choice {
    bool unsafe = false;        // those that rest on an assumption, too
    bool runtime = false;       // those that make the file import GraphMend, too
    Form form = Form::guarded;  // guarded: whatever proves most. plain, gated: in that form, where there is a choice
};

// The best of one finding; null if none is wanted.
[[nodiscard]] const Fix* chosen(std::span<const Fix> fixes, const Choice& choice);

}  // namespace transforms
