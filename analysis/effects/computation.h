// A call of a function of the program that gives a value, and does nothing else: it writes to nothing that is there,
// draws nothing, says nothing, and no data makes it raise. So it may run although the program would not have run it.
#pragma once

#include "analysis/function/function_facts.h"

#include <optional>

namespace effects {

struct Computation {
    bool learns = false;  // with parameters of a module, which get gradients
    bool is_new = true;   // what it gives shares no memory with what it is given
};
// Of a module of PyTorch, or of functions of the file that are followed at the call, and at the calls in these. Nothing
// is known of others. Shapes and dtypes may make it raise, and so may a method that a subclass of another file has.
[[nodiscard]] std::optional<Computation> computation_of(const function::Facts& facts, syntax::Node call);

// `mask.nonzero()`: of how many rows it is, the data decides, and what follows may raise an error for none.
[[nodiscard]] bool sizes_by_data(const torch::Row& row);

}  // namespace effects
