#include "analysis/values/lattice/state.h"

namespace values {

namespace {

// What only one side knows of an attribute is not known behind both.
bool join_paths(Store& store, State& into, const State& from) {
    if (!into.paths || into.paths == from.paths) return false;
    bool changed = false;
    State::Paths joined;
    for (const auto& [path, value] : *into.paths) {
        const Value* other = from.find(path.first, path.second);
        if (other) joined.emplace_hint(joined.end(), path, store.join(value, *other));
        changed |= !other || joined.rbegin()->second != value;
    }
    into.paths = joined.empty() ? nullptr : std::make_shared<State::Paths>(std::move(joined));
    return changed;
}

}  // namespace

bool State::operator==(const State& other) const {
    return slots == other.slots && (paths == other.paths || (paths && other.paths && *paths == *other.paths));
}

State::Paths& State::own_paths() {
    if (!paths)
        paths = std::make_shared<Paths>();
    else if (paths.use_count() != 1)
        paths = std::make_shared<Paths>(*paths);
    return *paths;
}

const Value* State::find(std::uint32_t slot, std::string_view attribute) const {
    if (!paths) return nullptr;
    const auto found = paths->find({slot, attribute});
    return found == paths->end() ? nullptr : &found->second;
}

void State::set(std::uint32_t slot, std::string_view attribute, Value value) {
    own_paths().insert_or_assign({slot, attribute}, value);
}

void State::assign(std::uint32_t slot, Value value) {
    slots.set(slot, value);
    const auto is_there = [&] {
        const auto first = paths->lower_bound({slot, {}});
        return first != paths->end() && first->first.first == slot;
    };
    if (!paths || !is_there()) return;
    Paths& own = own_paths();
    own.erase(own.lower_bound({slot, {}}), own.lower_bound({slot + 1, {}}));
}

bool join(Store& store, State& into, const State& from) {
    const bool changed = into.slots.merge(from.slots, [&](Value mine, Value other) { return store.join(mine, other); });
    return join_paths(store, into, from) || changed;
}

bool forget_changed_paths(State& into, const State& from) {
    const bool same = !into.paths || into.paths == from.paths || (from.paths && *into.paths == *from.paths);
    if (!same) into.paths = nullptr;
    return !same;
}

}  // namespace values
