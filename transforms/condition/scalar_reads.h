// Where a condition reads a number from a tensor, and can ask the tensor itself: `t.item()`, `bool(t.any())`,
// `math.isnan(t)`, and what tracing knows beside such. For conditions as tensors (predicate.h).
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/condition/emptiness.h"

#include <optional>
#include <string>

namespace transforms::condition {

// The tensor whose number the call gives, or none; `statement` is what the call is a part of.
[[nodiscard]] syntax::Node number_read(const function::Facts& facts, syntax::Node call, syntax::Node statement);
// The tensor of `float(t)`, or of `int(t)` if that is whole already; it warns where a gradient is wanted of that.
[[nodiscard]] syntax::Node converted(const function::Facts& facts, syntax::Node call);
// The tensor of `int(t)` that may hold other numbers.
[[nodiscard]] syntax::Node truncated(const function::Facts& facts, syntax::Node call);
// The tensor that is true where the call is; none if that is no truth of one tensor alone.
[[nodiscard]] syntax::Node truth_read(const function::Facts& facts, syntax::Node call, syntax::Node statement);
// `flag = bool(x.any())` or `high = m.item() > limit and strict` of the name, which nothing else reads, so that it can
// be asked for in the statement.
[[nodiscard]] std::optional<Moved> read_before(const function::Facts& facts, syntax::Node name, syntax::Node statement);
// `isnan` of `math.isnan(n)`: it asks a number what a function of torch of that name asks each element.
[[nodiscard]] std::optional<std::string> question_to_number(const function::Facts& facts, syntax::Node call);
// Such a question to the number of a tensor: `math.isnan(t)`, `math.isnan(t.item())`.
struct AskedOfNumber {
    std::string name;
    syntax::Node tensor;
    bool converts = false;  // it makes the number itself, and warns about a tensor that a gradient is wanted of
};
[[nodiscard]] std::optional<AskedOfNumber> asked_of_number(const function::Facts& facts, syntax::Node call,
                                                           syntax::Node statement);
// A mean or a deviation, which whole numbers do not have.
[[nodiscard]] bool is_average(const function::Facts& facts, syntax::Node tensor);
// Python's functions of numbers warn about a tensor that a gradient is wanted of.
[[nodiscard]] bool warns_as_number(const function::Facts& facts, syntax::Node tensor, syntax::Node statement);
// What tracing knows can be asked for in the statement although the program would not have.
[[nodiscard]] bool is_harmless(const function::Facts& facts, syntax::Node known, syntax::Node statement);

}  // namespace transforms::condition
