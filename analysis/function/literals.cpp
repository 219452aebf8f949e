#include "analysis/function/literals.h"

#include <cstdint>

namespace function {

std::optional<double> number_of(values::Value value) {
    if (const auto* integer = values::literal_of<std::int64_t>(value)) return static_cast<double>(*integer);
    if (const auto* real = values::literal_of<double>(value)) return *real;
    return std::nullopt;
}

}  // namespace function
