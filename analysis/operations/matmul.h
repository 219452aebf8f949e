// Products of matrices and vectors: `a @ b`, `torch.mm(a, b)`, `a.matmul(b)`, `F.linear(x, w)`. They raise an error
// unless their shapes fit and their dtypes are equal. Asked by Forms and Speculation.
#pragma once

#include "analysis/function/function_facts.h"
#include "analysis/operations/metadata.h"

#include <optional>
#include <string>
#include <vector>

namespace operations {

struct Product {
    syntax::Node left;
    syntax::Node right;
    torch::Role role;
    syntax::Node bias{};  // that is added, or none

    // The shape, unless it is that of an operand.
    [[nodiscard]] std::set<std::string> shape(const Form& one, const Form& other, const Form& bias) const;
    // A square matrix on that side leaves the shape of the other operand as it is.
    [[nodiscard]] bool keeps_right() const;
    [[nodiscard]] bool keeps_left() const;
    // Those of equal text fit together or not.
    [[nodiscard]] std::string text(const Form& one, const Form& other, const Form& bias) const;
};

// Nothing if it is given anything but two tensors, and perhaps a bias.
[[nodiscard]] std::optional<Product> product_of(const function::Facts& facts, syntax::Node node);

// Which operands of products within the expression `whole` the node is a part of: "<" left ones, ">" right ones, "+"
// what is added.
[[nodiscard]] std::string side_of(const function::Facts& facts, syntax::Node node, syntax::Node whole);
// The node is all of one.
[[nodiscard]] bool is_factor(const function::Facts& facts, syntax::Node node);

}  // namespace operations
