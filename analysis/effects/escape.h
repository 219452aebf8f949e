// Whether anyone can tell that a variable holds a new tensor where the program had left an old one: by writing in
// place, by `is`, or by handing it out. A rewrite that copies asks here.
#pragma once

#include "analysis/function/function_facts.h"

#include <string_view>

namespace effects {

// x.double() is x itself if that is double already.
[[nodiscard]] bool casts(const torch::Row& row);

// x.dim(), x.item(), float(x)
[[nodiscard]] bool gives_no_tensor(const torch::Row& row);

// The expression, if it gives a tensor, makes one that nothing else refers to.
[[nodiscard]] bool makes_new_tensor(const function::Facts& facts, syntax::Node expression);

// `y += 1`, `y[m] = 1`, and `y.clamp_(0)` as a statement: y is written to, and keeps its only reference.
[[nodiscard]] bool is_updated(syntax::Node node);

// The node may write to a tensor in place; operators and pure calls do not.
[[nodiscard]] bool may_write(const function::Facts& facts, syntax::Node node);

// `out.append(x * 2)` of a list, which keeps what it is given.
[[nodiscard]] bool appends(const function::Facts& facts, syntax::Node call);

// The identifier is one of the places that assign the variable.
[[nodiscard]] bool binds(const names::Binding& variable, syntax::Node identifier);

// All that comes of the tensor that the node gives is a new value: an operand, a shape; not `is`, `return` or a view
// that is written to.
[[nodiscard]] bool is_read_by_value(const function::Facts& facts, syntax::Node node);

// `return y`, `return x, y`: the caller gets it.
[[nodiscard]] bool is_returned(syntax::Node node);

// `with torch.inference_mode():`. What is made in it stays apart for good: it may not be written to, or saved for a
// gradient, outside.
[[nodiscard]] bool is_inference(const function::Facts& facts, syntax::Node with);

// A variable has what it holds from such a `with` that does not hold the statement.
[[nodiscard]] bool may_come_from_inference(const function::Facts& facts, const names::Binding& variable,
                                           syntax::Node statement);

// When control comes to `statement`, nothing but the variable refers to its tensor, which may be written to.
[[nodiscard]] bool is_unshared(const function::Facts& facts, const names::Binding& variable, syntax::Node statement);

// When control comes to `statement`, nothing but the variable refers to its tensor.
[[nodiscard]] bool is_only_reference(const function::Facts& facts, const names::Binding& variable,
                                     syntax::Node statement);

// The same of the item of a dict that the function has made, which alone refers to its tensor.
[[nodiscard]] bool is_unshared_item(const function::Facts& facts, syntax::Node item, syntax::Node statement);

// Between the two places, by index of node, nothing but the variable gets to refer to its tensor.
[[nodiscard]] bool is_kept_private(const function::Facts& facts, const names::Binding& variable, std::uint32_t begin,
                                   std::uint32_t end);

// A use of the variable behind `statement` that could tell its tensor from an equal one, or that changes a tensor in
// place before the variable is read again; false if there is none.
struct Observer {
    syntax::Node node;
    bool writes = false;
    bool returns = false;  // it, and all others, hand the tensor to the caller, perhaps in a dict or list
    explicit operator bool() const { return static_cast<bool>(node); }
};
[[nodiscard]] Observer observer_of(const function::Facts& facts, const names::Binding& variable,
                                   syntax::Node statement);

// The class gives the tensor of the attribute another name: `self.shown = self.state`, `self.all = [self.state]`.
[[nodiscard]] bool is_named_twice(const function::Facts& facts, syntax::Node attribute);

// The function or its class makes the list or dict with one variable in two places: `self.state = {"a": h, "b": h}`.
[[nodiscard]] bool has_one_twice(const function::Facts& facts, syntax::Node container);

}  // namespace effects
