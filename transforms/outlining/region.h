// Outlining: statements of a function become a function of their own, which is called in their place.
#pragma once

#include "analysis/function/function_facts.h"
#include "analysis/syntax/python.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::outlining {

struct Region {
    syntax::Node first, last;                      // statements of one block
    std::vector<syntax::Node> moved{};             // of those between them, what goes in front of the call
    std::vector<syntax::Parameter> inputs{};       // parameters of the function, as it has them, then other variables
    std::vector<const names::Binding*> outputs{};  // that are read behind it, in the order of their first assignment
};

[[nodiscard]] bool holds(const Region& region, syntax::Node node);
[[nodiscard]] bool is_bound_in(const names::Binding& variable, const Region& region);
// The variable is named in the code.
[[nodiscard]] bool mentions(const function::Facts& facts, syntax::Node code, const names::Binding& variable);

// It may stand in another function: control comes in at its begin and leaves it at its end.
[[nodiscard]] bool may_be_outlined(const function::Facts& facts, syntax::Node statement);

// With what goes in and out; nothing where a variable may not be assigned, or is seen by others at another time.
[[nodiscard]] std::optional<Region> completed(const function::Facts& facts, Region region);

// The lines of the region, without those that are moved, indented as the body of a function is.
[[nodiscard]] std::string body_of(const text::Source& source, const Region& region, std::string_view indentation);

}  // namespace transforms::outlining
