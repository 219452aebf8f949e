// Where a number is read from a tensor by a statement of its own, or inside of an expression: for eliminate_item.h.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/metadata/inference.h"
#include "transforms/scalar_uses/scalar_uses.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::scalars {

// `x.mean().item()`, `float(x.mean())`, `int(mask.sum())`, `bool(mask.any())`, `math.sqrt(ms)`,
// `math.fabs(drift)`.
struct KeptSite {
    syntax::Node statement;
    syntax::Node variable;  // the identifier that is assigned; none inside of an expression
    syntax::Node call;
    syntax::Node tensor;
    std::string type{};           // "float", "int" or "bool", which are called
    bool read = false;            // of a number that was read: `float(x.mean().item())`
    std::string_view function{};  // of torch that gives what is read of it: "sqrt"
    bool truth = false;           // of a tensor that is true or false

    // About a tensor that wants a gradient.
    [[nodiscard]] bool warns() const { return !function.empty() || (!type.empty() && !truth && !read); }
    // What makes the number of the variable, where that holds the tensor.
    [[nodiscard]] std::string back() const;
};

// `x.mean()` of `x.mean().detach().cpu()`: what holds the numbers, wherever these are seen.
[[nodiscard]] syntax::Node holder_of(syntax::Node tensor);
// `t` of `t.numpy()`; or what was asked for.
[[nodiscard]] syntax::Node tensor_of_array(const function::Facts& facts, syntax::Node array);
[[nodiscard]] std::optional<KeptSite> kept_site_of(const function::Facts& facts, syntax::Node operand);
// With those that the same statement reads: `a, b = x.mean().item(), y.mean().item()`.
[[nodiscard]] std::vector<KeptSite> kept_sites_of(const function::Facts& facts, syntax::Node operand);
// For certain; a truth is one where it is added up: `sum(m.any().item() for m in masks)`.
[[nodiscard]] bool holds_whole_numbers(const function::Facts& facts, const KeptSite& site);
[[nodiscard]] scalar_uses::Numbers numbers_of(const function::Facts& facts, const KeptSite& site,
                                              metadata::Forms& forms);

}  // namespace transforms::scalars
