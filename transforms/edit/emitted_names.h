// How a function can spell `torch`, and what it can call a variable of its own. Every rewrite that emits a call of
// PyTorch asks here.
#pragma once

#include "analysis/names/module.h"

#include <optional>
#include <string>
#include <string_view>

namespace transforms::edit {

// A name that certainly is the module `torch` in the body of the function: imported at the top of the module, bound by
// nothing else, and not shadowed on the way.
[[nodiscard]] std::optional<std::string_view> torch_name(const names::Module& names, syntax::Node function);

// Likewise of another module: `math`.
[[nodiscard]] std::optional<std::string_view> module_name(const names::Module& names, syntax::Node function,
                                                          std::string_view module);

// Something between the scope and the module is called so, and hides what the module calls so.
[[nodiscard]] bool is_hidden(const names::Scope& from, names::Name name);

// The name that was wished for, or a longer one: nothing in the module is called so.
[[nodiscard]] std::string unused_name(const names::Module& names, std::string wish);

inline constexpr std::string_view no_torch_name =
    "`torch` is not imported at the top of the module, or hidden by another name";

}  // namespace transforms::edit
