// Comparisons by other operators.
#pragma once

#include "analysis/syntax/kinds.h"

namespace syntax {

// With the operands exchanged, as `0 < n` is `n > 0`.
[[nodiscard]] constexpr Op mirrored(Op op) {
    switch (op) {
        case Op::less: return Op::greater;
        case Op::less_equal: return Op::greater_equal;
        case Op::greater: return Op::less;
        case Op::greater_equal: return Op::less_equal;
        default: return op;
    }
}

}  // namespace syntax
