// The text of an expression, with other text in the place of parts of it.
#pragma once

#include "analysis/syntax/node.h"
#include "transforms/edit/edit.h"

#include <string>
#include <vector>

namespace transforms::edit {

// Text that stands in for a part of an expression.
struct Replacement {
    text::Span span;
    std::string text;
};

// The expression as it is written, apart from what is `replaced` in it.
[[nodiscard]] std::string with_replaced(syntax::Node expression, const std::vector<Replacement>& replaced);

// The expression without comments and line breaks. Its strings stay as they are, apart from what is `replaced`.
[[nodiscard]] std::string on_one_line(syntax::Node expression, std::vector<Replacement> replaced);

// Whether a string of the expression goes on in another line, so that `on_one_line` cannot hold.
[[nodiscard]] bool has_long_string(syntax::Node expression);

}  // namespace transforms::edit
