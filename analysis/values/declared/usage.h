// What the use of a value tells about it when nothing else does. Private to this folder.
#pragma once

#include "analysis/names/module.h"
#include "analysis/syntax/python.h"
#include "analysis/torch/knowledge.h"

#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

namespace values {

// Where the variables of a function are read or bound in its body, and in what is nested in that; in source order.
class NameUses {
  public:
    NameUses(const names::Module& names, syntax::Node function);

    [[nodiscard]] const names::Module& names() const { return names_; }
    [[nodiscard]] syntax::Node body() const { return body_; }
    [[nodiscard]] std::span<const syntax::Node> of(const names::Reference& variable) const;

  private:
    const names::Module& names_;
    syntax::Node body_;
    std::unordered_map<const names::Binding*, std::vector<syntax::Node>> uses_;
};

// The row of a method that tensors have (arrays may, too: compiled code traces them alike) and no number, text,
// container, logger or nn.Module has; null otherwise.
[[nodiscard]] const torch::Row* method_of_tensors(std::string_view name, const torch::Knowledge& knowledge);

// Whether nothing is done with the parameter but to ask for its truth: a flag, whatever its annotation says.
[[nodiscard]] bool used_as_flag(const NameUses& uses, const syntax::Parameter& parameter);

// Whether the function asks if the parameter is None: `if mask is not None`.
[[nodiscard]] bool compared_with_none(const NameUses& uses, const syntax::Parameter& parameter);

// The row of what is called, if the name of that tells: a function of an API, or a method that only tensors have.
[[nodiscard]] const torch::Row* row_of_callee(const names::Module& names, syntax::Node callee,
                                              const torch::Knowledge& knowledge);

// The row of the function that a method of tensors is as well: `a.bmm(b)` is `torch.bmm(a, b)`; null if there is none.
[[nodiscard]] const torch::Row* function_of_method(std::string_view name, const torch::Knowledge& knowledge);

// Whether the parameter, as it came, is handed to what takes nothing but a mask, `x.masked_fill(hidden, 0.0)`; or
// indexes something, `x[mask]`, `x[~mask]`, and is a mask by its name, `mask` or `pad_mask`, or by what else is done
// with it: `valid.sum()`, `~valid`, `valid & (x > 0)`.
[[nodiscard]] bool used_as_mask(const NameUses& uses, const syntax::Parameter& parameter,
                                const torch::Knowledge& knowledge);

// What is called so is a mask where it indexes a tensor: `pad_mask`, `valid`, `is_special`.
[[nodiscard]] bool is_called_mask(std::string_view name);

// Whether something is done with the variable of the function that only a tensor allows: `x.unsqueeze(0)`, `x[...,
// None]`, `x @ w`, `torch.relu(-x)`, `self.linear(x)`, `(x[1:] > 0).all()`, `y = x * 2.0` and then one of these of y.
// `takes_tensor` knows the calls whose argument at a position is one.
using TakesTensor = std::function<bool(syntax::Node call, std::size_t position)>;
// The same of what it gives for a place: `sigmas[i].log()`, of `for i in range(n)`. It may be a list of tensors.
[[nodiscard]] bool items_used_as_tensors(const NameUses& uses, syntax::Node name, const torch::Knowledge& knowledge,
                                         const TakesTensor& takes_tensor, const TakesTensor& takes_tensors);
[[nodiscard]] bool used_as_tensor(const NameUses& uses, syntax::Node name, const torch::Knowledge& knowledge,
                                  const TakesTensor& takes_tensor);

}  // namespace values
