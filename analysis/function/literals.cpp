#include "analysis/function/literals.h"

#include <cstdint>
#include <variant>

namespace function {

std::optional<double> number_of(values::Value value) {
    const auto* held = value.is(values::Kind::literal) ? &value.literal().value : nullptr;
    if (const auto* integer = std::get_if<std::int64_t>(held)) return static_cast<double>(*integer);
    if (const auto* real = std::get_if<double>(held)) return *real;
    return std::nullopt;
}

}  // namespace function
