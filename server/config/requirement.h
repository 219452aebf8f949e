// Requirements on the version of a package, as pip, uv and Poetry read them: `torch>=2.6,<2.8; python_version > "3.9"`.
#pragma once

#include "analysis/analyze.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace config {

// What a requirement asks of the version (">=2.6,<2.8"), if it is about that package. `torch` alone asks nothing: "".
[[nodiscard]] std::optional<std::string> asked_of(std::string_view package, std::string_view requirement);

// The first of the candidates that is allowed in some patch release; the version that is named, if none of them is.
[[nodiscard]] std::optional<analysis::Version> choose(std::string_view asked,
                                                      std::span<const analysis::Version> candidates);

// Whether one of the candidates is allowed.
[[nodiscard]] bool can_choose(std::string_view asked, std::span<const analysis::Version> candidates);

}  // namespace config
