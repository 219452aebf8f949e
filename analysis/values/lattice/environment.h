// The values that the variables of the enclosing functions had when a nested function was made.
#pragma once

#include "analysis/values/lattice/slots.h"

#include <cstdint>

namespace values {

struct Environment {
    const names::Scope* scope = nullptr;
    const Environment* enclosing = nullptr;
    Slots slots;
    std::uint8_t depth = 0;  // of what the variables hold, here and further out
    bool operator==(const Environment&) const = default;
};

}  // namespace values
