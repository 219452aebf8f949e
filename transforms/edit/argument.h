// One more argument of a call, laid out as the others are: each on a line of its own, or all on one.
#pragma once

#include "analysis/syntax/python.h"
#include "analysis/text/source.h"
#include "transforms/edit/edit.h"

#include <optional>
#include <string_view>

namespace transforms::edit {

// Behind the last one. Nothing behind `*args` or `**kwargs`, or where that keyword is given.
[[nodiscard]] std::optional<Edit> with_argument(const text::Source& source, const syntax::Call& call,
                                                std::string_view keyword, std::string_view value);

}  // namespace transforms::edit
