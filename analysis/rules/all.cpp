#include "analysis/rules/all.h"

#include <algorithm>
#include <array>

namespace rules {
namespace {

constexpr std::array table{
    &tensor_branch,        // GM101
    &composite_assert,     // GM102
    &tensor_to_python,     // GM201
    &dynamic_shape,        // GM301
    &print_call,           // GM401
    &logging_call,         // GM402
    &warning_call,         // GM403
    &unsupported_call,     // GM501
    &disabled_call,        // GM502
    &unsupported_context,  // GM503
    &module_construction,  // GM504
    &autograd_call,        // GM505
    &recurrent_module,     // GM506
    &nested_class,         // GM601
    &generator_entry,      // GM602
    &eager_comprehension,  // GM603
    &late_break,           // GM701
    &recompilation,        // GM702
    &unused_suppression,   // GM801
};

}  // namespace

std::span<const Rule* const> all() { return table; }

const Rule* find(std::string_view code) {
    const auto found = std::ranges::find(table, code, &Rule::code);
    return found == table.end() ? nullptr : *found;
}

}  // namespace rules
