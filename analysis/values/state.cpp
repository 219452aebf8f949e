#include "analysis/values/state.h"

#include <algorithm>

namespace values {

const Value* State::find(std::uint32_t slot, std::string_view attribute) const {
    for (const Path& path : paths)
        if (path.slot == slot && path.attribute == attribute) return &path.value;
    return nullptr;
}

void State::set(std::uint32_t slot, std::string_view attribute, Value value) {
    for (Path& path : paths)
        if (path.slot == slot && path.attribute == attribute) {
            path.value = value;
            return;
        }
    paths.push_back({slot, attribute, value});
}

void State::assign(std::uint32_t slot, Value value) {
    slots[slot] = value;
    std::erase_if(paths, [slot](const Path& path) { return path.slot == slot; });
}

bool join(Store& store, State& into, const State& from) {
    bool changed = false;
    for (std::size_t i = 0; i < into.slots.size(); ++i) {
        if (into.slots[i] == from.slots[i]) continue;
        const Value joined = store.join(into.slots[i], from.slots[i]);
        if (joined == into.slots[i]) continue;
        into.slots[i] = joined;
        changed = true;
    }
    // What only one side knows of an attribute is not known behind both.
    changed |=
        std::erase_if(into.paths, [&](const State::Path& path) { return !from.find(path.slot, path.attribute); }) > 0;
    for (State::Path& path : into.paths) {
        const Value joined = store.join(path.value, *from.find(path.slot, path.attribute));
        changed |= joined != path.value;
        path.value = joined;
    }
    return changed;
}

}  // namespace values
