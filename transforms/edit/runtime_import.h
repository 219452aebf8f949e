// How rewritten code comes to the package of the runtime, `graphmend`.
#pragma once

#include "analysis/names/module.h"
#include "analysis/syntax/node.h"

#include <string>
#include <string_view>

namespace transforms::edit {

inline constexpr std::string_view runtime_package = "graphmend";
inline constexpr std::string_view private_package = "_graphmend";  // in a module that is rewritten in memory

// The last import before the first function or class, or else the last simple statement: what stands behind it is there
// for all code that may be compiled while the module is imported.
[[nodiscard]] syntax::Node last_import(const syntax::Tree& tree);

[[nodiscard]] bool is_bound(const names::Module& names, std::string_view name);
// Whether the name is the package, and nothing else.
[[nodiscard]] bool imports_runtime(const names::Module& names, std::string_view name);

// What goes behind `last_import` in memory, so that no line moves.
[[nodiscard]] std::string private_import();

}  // namespace transforms::edit
