// A part of a tensor that slices and numbers take out of it: `boxes[:, :2]`, `x[..., -1]`, `m[None, :, 0]`. Asked by
// Forms and Speculation.
#pragma once

#include "analysis/function/function_facts.h"

#include <optional>
#include <string>
#include <vector>

namespace operations {

struct Cut {
    struct Item {  // a number among the indices
        int dim;   // that it takes an element of; from the back if it is negative
        int size;  // that the dimension has to have at least
    };
    syntax::Node of;
    int rank = 0;  // so many dimensions it has to have
    std::vector<Item> items{};

    // The shape, of a tensor of that one.
    [[nodiscard]] std::string shape(const std::string& whole) const;
    std::string text{};  // of the indices
};

// Nothing if there is more than literal numbers among the indices. With the facts, numbers that are known while tracing
// will do, `x[i]` in a loop: of these there is no item.
[[nodiscard]] std::optional<Cut> cut_of(syntax::Node expression, const function::Facts* facts = nullptr);

}  // namespace operations
