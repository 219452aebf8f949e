// Losses of two tensors: `F.mse_loss(x, w)`, `F.huber_loss(x, w, reduction="none", delta=0.5)`, and of classes:
// `F.cross_entropy(x, labels)`. Asked by Forms, Speculation and the rewrites of masks.
#pragma once

#include "analysis/function/function_facts.h"

#include <optional>
#include <string_view>

namespace operations {

struct Loss {
    syntax::Node of;  // the two
    syntax::Node against;
    bool whole = false;        // one for each element: `reduction="none"`; else one in all
    bool sums = false;         // `reduction="sum"`; else it averages
    syntax::Node reduction{};  // the word, if there is one
};

// Nothing for what may raise an error by the words that it is given.
[[nodiscard]] std::optional<Loss> loss_of(const function::Facts& facts, syntax::Node call);

// A loss that leaves out the rows of one class.
struct ClassLoss {
    syntax::Node of;  // a row for each of the classes
    syntax::Node classes;
    std::string_view ignored;
};
[[nodiscard]] std::optional<ClassLoss> class_loss_of(const function::Facts& facts, syntax::Node call);

}  // namespace operations
