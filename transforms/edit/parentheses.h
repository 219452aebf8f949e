// Texts of expressions as parts of others: with parentheses where they need them. For conditions as tensors.
#pragma once

#include "analysis/syntax/node.h"

#include <string>
#include <string_view>

namespace transforms::edit {

// Whatever stands in the place of the node needs no parentheses: an argument, an element, what is assigned or returned.
[[nodiscard]] bool stands_alone(syntax::Node node);
// As an operand of any operator.
[[nodiscard]] std::string grouped(std::string text);
[[nodiscard]] std::string grouped(syntax::Node node);
// As an operand of `and`.
[[nodiscard]] std::string operand(syntax::Node node);
// With a method behind it: `(~m).any()`.
[[nodiscard]] std::string with_method(const std::string& text, std::string_view method);
// The variable has another name.
[[nodiscard]] std::string renamed(const std::string& text, std::string_view name, std::string_view to);

}  // namespace transforms::edit
