// Which tensors the value of an expression comes from: followed through the assignments of a function as far as they
// are certain. The rewrites compare arms by it: which inputs get a gradient, and where the data lives.
#pragma once

#include "analysis/function/function_facts.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

namespace effects {

// A variable (or `object.attribute`) with the value that it has from `since` on.
struct Root {
    std::uint32_t since =
        0;  // index of the node that gave the value; of the statement that reads it where that is not known
    std::string_view name;
    // The same root may be better known elsewhere.
    bool likely = false;   // only assumed to be a tensor
    bool unknown = false;  // perhaps none
    bool buffer = false;   // a module holds it, and no optimizer changes it
    auto operator<=>(const Root& other) const { return std::tie(since, name) <=> std::tie(other.since, other.name); }
    bool operator==(const Root& other) const { return (*this <=> other) == 0; }
};

struct Roots {
    std::set<Root> all;
    std::set<Root> differentiable;         // those that a gradient may flow to
    std::set<Root> surely_differentiable;  // without those that one value alone of `x if self.training else w` has
    std::map<Root, function::Definition> between;  // variables on the way to these, and what made them
    bool known = true;                             // nothing else takes part, and nothing moves data to another device

    void merge(Roots other);
    // No gradient flows to these; whether one did to any.
    bool cut(const std::function<bool(const Root&)>& which);
};

// No number has one, nor has a tensor of whole ones.
[[nodiscard]] bool may_have_gradient(values::Value value);

// `x.type_as(w)`, `x.view_as(w)`: no gradient flows to the other tensor.
[[nodiscard]] bool takes_only_form(const function::Facts& facts, syntax::Node call);

// What an arm of the statement assigns, in order: to the expressions behind it in the arm this is the variable's value.
using Assigned = std::multimap<const names::Binding*, syntax::Node>;

// Of an expression that is evaluated as part of `statement`, in the arm that assigns so.
[[nodiscard]] Roots roots_of(const function::Facts& facts, syntax::Node expression, syntax::Node statement,
                             const Assigned& arm = {});
// Of the value that the variable has when control comes to `statement`.
[[nodiscard]] Roots roots_of(const function::Facts& facts, const names::Binding& variable, syntax::Node statement,
                             values::Value value);

}  // namespace effects
