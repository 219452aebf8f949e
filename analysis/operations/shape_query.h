// What is asked of the shape of a tensor: numbers, `x.shape[0]`, `x.numel()`, and all of it, `x.view(w.shape)`.
#pragma once

#include "analysis/function/function_facts.h"

#include <optional>

namespace operations {

// `w` of `w.shape` and `w.size()`, or none.
[[nodiscard]] syntax::Node asked_for_shape(const function::Facts& facts, syntax::Node expression);
// `w` of `w.device`, or none.
[[nodiscard]] syntax::Node asked_for_device(const function::Facts& facts, syntax::Node expression);

// A number, which is never below zero.
struct Size {
    syntax::Node of;
    int rank = 0;  // so many dimensions the tensor has to have
};
[[nodiscard]] std::optional<Size> size_of(const function::Facts& facts, syntax::Node expression);
// A square root, or a power, of one: `x.size(-1) ** -0.5`.
struct PowerOfSize {
    syntax::Node size;
    bool inverse = false;
};
[[nodiscard]] std::optional<PowerOfSize> power_of_size(const function::Facts& facts, syntax::Node expression);

// `x.view(w.shape)`, `x.expand_as(w)`: the elements of one tensor in the shape of another one.
struct Reshaped {
    syntax::Node of;
    syntax::Node like;
    bool expands = false;  // else there are as many
};
[[nodiscard]] std::optional<Reshaped> reshaped(const function::Facts& facts, syntax::Node call);
// `x.new_zeros(w.shape)`, `torch.zeros(w.shape, device=w.device)`: the tensor that has the shape, or none.
[[nodiscard]] syntax::Node shape_of_new(const function::Facts& facts, syntax::Node call);

}  // namespace operations
