// Calls that give the elements of a tensor another dtype, `x.float()`, `x.to(w.dtype)`, and dtypes as terms of Form.
#pragma once

#include "analysis/function/function_facts.h"

#include <optional>
#include <string>

namespace operations {

// `torch.float16`, or nothing.
[[nodiscard]] const torch::Row* dtype_named(const function::Facts& facts, syntax::Node expression);
[[nodiscard]] inline bool is_floating(const torch::Row& dtype) { return dtype.dtype == torch::Dtype::floating; }
// Every device computes with it.
[[nodiscard]] bool is_plain(const torch::Row& dtype);
[[nodiscard]] std::string dtype_term(const torch::Row& dtype);
[[nodiscard]] std::string dtype_text(const torch::Row& dtype, std::string_view torch);
// `w` of `w.dtype`, or none.
[[nodiscard]] syntax::Node asked_for_dtype(const function::Facts& facts, syntax::Node expression);

struct Cast {
    syntax::Node of;
    const torch::Row* dtype = nullptr;
    syntax::Node like{};  // instead of a dtype with a name: the tensor that has it
    bool moves = false;   // the device is that of the other tensor as well

    [[nodiscard]] std::string text(std::string_view torch) const;  // what a test compares a dtype with
};

[[nodiscard]] std::optional<Cast> cast_of(const function::Facts& facts, syntax::Node call);
// Something in it takes the dtype of another tensor, which may cut the gradient off.
[[nodiscard]] bool casts_as_another(const function::Facts& facts, syntax::Node expression);
// The dtype that `torch.zeros(x.shape, dtype=w.dtype, device=x.device)` asks for; neither of both: the default one.
[[nodiscard]] std::optional<Cast> dtype_of_new(const function::Facts& facts, syntax::Node call);

}  // namespace operations
