// What is known at one point of a function: a Value for each of its variables, and for attributes of variables that
// were assigned or tested on the way (`self.cache`).
#pragma once

#include "analysis/values/store.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace values {

struct State {
    struct Path {
        std::uint32_t slot;
        std::string_view attribute;
        Value value;
        bool operator==(const Path&) const = default;
    };

    std::vector<Value> slots;
    std::vector<Path> paths;  // few; what is not here is as the class says

    [[nodiscard]] const Value* find(std::uint32_t slot, std::string_view attribute) const;
    void set(std::uint32_t slot, std::string_view attribute, Value value);
    void assign(std::uint32_t slot, Value value);  // of a variable; what was known of its attributes is gone
};

// Makes `into` cover both; whether it changed.
bool join(Store& store, State& into, const State& from);

}  // namespace values
