#include "analysis/function/literals.h"

#include "analysis/function/function_facts.h"

#include <cstdint>

namespace function {

std::optional<double> number_of(values::Value value) {
    if (const auto* integer = values::literal_of<std::int64_t>(value)) return static_cast<double>(*integer);
    if (const auto* real = values::literal_of<double>(value)) return *real;
    return std::nullopt;
}

bool is_traced_number(values::Value value) { return is_number(value) && !value.is(values::Kind::tensor_number); }

}  // namespace function
