// How a parameter is used in the text of its function. Private to this folder.
#pragma once

#include "analysis/names/module.h"
#include "analysis/syntax/python.h"
#include "analysis/torch/knowledge.h"

#include <functional>

namespace values {

// Whether something is done with the parameter that only a tensor allows: `x.unsqueeze(0)`, `x[..., None]`, `x @ w`,
// `torch.relu(x)`, `self.linear(x)`. `takes_tensor` knows the functions whose first argument is one.
using TakesTensor = std::function<bool(syntax::Node function)>;
[[nodiscard]] bool used_as_tensor(const names::Module& names, syntax::Node function, const syntax::Parameter& parameter,
                                  torch::Release release, const TakesTensor& takes_tensor);

}  // namespace values
