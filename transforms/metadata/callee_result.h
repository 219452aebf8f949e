// A call that certainly is one of a function of the file, followed to what that returns. For conditions that a helper
// asks: `if is_large(y):`.
#pragma once

#include "analysis/function/function_facts.h"
#include "analysis/operations/metadata.h"

#include <optional>

namespace transforms::metadata {

// The function, if its name is bound once, at the top of the module, and it is called without a detour; or none.
[[nodiscard]] syntax::Node called_function(const names::Module& names, syntax::Node call);

// A tensor without dimensions that lives where the arguments of the call do, whatever these are; its dtype only where
// it has a name. Nothing if that is not certain.
[[nodiscard]] std::optional<operations::Form> scalar_of(const function::Facts& facts, syntax::Node call);

// Nothing that a subclass elsewhere may override gives the value: it is what it seems to be.
[[nodiscard]] bool is_certain(const function::Facts& facts, syntax::Node expression, syntax::Node statement);
// It makes a tensor that nothing else refers to.
[[nodiscard]] bool gives_new_tensor(const function::Facts& facts, syntax::Node call);

}  // namespace transforms::metadata
