// Losses of two tensors: `F.mse_loss(x, w)`, `F.huber_loss(x, w, reduction="none", delta=0.5)`. Asked by Forms and
// Speculation.
#pragma once

#include "analysis/function/function_facts.h"

#include <optional>

namespace operations {

struct Loss {
    syntax::Node of;  // the two
    syntax::Node against;
    bool whole = false;  // one for each element: `reduction="none"`; else one in all
};

// Nothing for what may raise an error by the words that it is given.
[[nodiscard]] std::optional<Loss> loss_of(const function::Facts& facts, syntax::Node call);

}  // namespace operations
