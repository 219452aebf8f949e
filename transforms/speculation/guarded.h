// What keeps a number of an arm harmless where that arm is not chosen. For Speculation, which finds such numbers, and
// for who writes the arms.
#pragma once

#include "analysis/syntax/node.h"

#include <string_view>

namespace transforms::speculation {

struct Guarded {
    syntax::Node number;
    bool is_count = false;  // `count.clamp(min=1)`; else `torch.where(condition, number, 1)`
    bool is_one = false;    // it is 1 wherever the arm is not chosen, as the condition asks whether it is zero
    std::string_view harmless = "1";  // what is taken for it there
};

}  // namespace transforms::speculation
