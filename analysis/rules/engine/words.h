// Words that several rules share: names of callees and descriptions of values for messages.
#pragma once

#include "analysis/syntax/python.h"
#include "analysis/values/interpret/event.h"

#include <string>

namespace rules {

// "`torch.nonzero`", "`Tensor.item`", "`print`": what is called, as users know it.
[[nodiscard]] std::string called(const values::Call& call);
// "`mask` is a bool tensor", for the last step of a trail.
[[nodiscard]] std::string what_it_is(syntax::Node node, values::Value value);
// "the size", "the argument": what a number is that may be another one in a later call.
[[nodiscard]] std::string what_changes(values::Value number);
// At most about forty characters of the first line of the source of a node, in backticks.
[[nodiscard]] std::string quoted(syntax::Node node);

}  // namespace rules
