// The table of rules. A new rule is declared and listed in all.cpp; there is no registration behind the scenes.
#pragma once

#include "analysis/rules/rule.h"

#include <span>
#include <string_view>

namespace rules {

[[nodiscard]] std::span<const Rule* const> all();  // by code
[[nodiscard]] const Rule* find(std::string_view code);

extern const Rule tensor_branch;
extern const Rule composite_assert;
extern const Rule tensor_to_python;
extern const Rule dynamic_shape;
extern const Rule print_call;
extern const Rule logging_call;
extern const Rule warning_call;
extern const Rule unsupported_call;
extern const Rule disabled_call;
extern const Rule unsupported_context;
extern const Rule module_construction;
extern const Rule autograd_call;
extern const Rule recurrent_module;
extern const Rule nested_class;
extern const Rule generator_entry;
extern const Rule eager_comprehension;
extern const Rule late_break;
extern const Rule recompilation;
extern const Rule unused_suppression;

}  // namespace rules
