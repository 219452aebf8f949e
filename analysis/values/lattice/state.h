// What is known at one point of a function: a Value for each of its variables, and for attributes of variables that
// were assigned or tested on the way (`self.cache`).
#pragma once

#include "analysis/values/lattice/slots.h"
#include "analysis/values/lattice/store.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace values {

struct State {
    using Paths = std::map<std::pair<std::uint32_t, std::string_view>, Value>;  // by slot and attribute

    Slots slots;
    std::shared_ptr<Paths> paths;  // shared until one of its owners writes; null if there are none. What is not here is
                                   // as the class says

    [[nodiscard]] const Value* find(std::uint32_t slot, std::string_view attribute) const;
    void set(std::uint32_t slot, std::string_view attribute, Value value);
    void assign(std::uint32_t slot, Value value);  // of a variable; what was known of its attributes is gone

    Paths& own_paths();
    bool operator==(const State& other) const;
};

// Makes `into` cover both; whether it changed.
bool join(Store& store, State& into, const State& from);
// Keeps the paths if they are the same; whether they were not, and are gone.
bool forget_changed_paths(State& into, const State& from);

}  // namespace values
