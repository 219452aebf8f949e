#include "analysis/values/lattice/pool.h"

#include <functional>
#include <span>

namespace values {
namespace {

template <class T>
std::size_t hash_of(const T& plain) {
    return std::hash<T>{}(plain);
}

std::size_t hash_of(std::span<const Value> values) {
    std::size_t seed = values.size();
    for (const Value value : values) mix(seed, hash(value));
    return seed;
}

template <class Named>
std::size_t hash_named(std::span<const Named> named) {
    std::size_t seed = named.size();
    for (const auto& [name, value] : named) mix(seed, hash_of(name)), mix(seed, hash(value));
    return seed;
}

}  // namespace

std::size_t hash(Value value) {
    std::size_t seed = static_cast<std::size_t>(value.kind) | static_cast<std::size_t>(value.dtype) << 8U |
                       static_cast<std::size_t>(value.rank + 1) << 16U | static_cast<std::size_t>(value.origin) << 24U |
                       static_cast<std::size_t>(value.known) << 28U |
                       static_cast<std::size_t>(value.maybe_none) << 32U |
                       static_cast<std::size_t>(value.likely) << 33U | static_cast<std::size_t>(value.varies) << 34U |
                       static_cast<std::size_t>(value.unbacked) << 35U;
    mix(seed, value.meta);
    mix(seed, hash_of(value.data));
    return seed;
}

std::size_t hash(const Literal& literal) { return hash_of(literal.value); }

std::size_t hash(const Sequence& sequence) {
    std::size_t seed = hash_of(std::span(sequence.items));
    mix(seed, static_cast<std::size_t>(sequence.form) * 2 + (sequence.exact ? 1 : 0));
    return seed;
}

std::size_t hash(const Mapping& mapping) {
    std::size_t seed = hash_named(std::span(mapping.items));
    mix(seed, hash(mapping.rest));
    return seed;
}

std::size_t hash(const Environment& environment) {
    std::size_t seed = environment.slots.hash();
    mix(seed, hash_of(environment.scope));
    mix(seed, hash_of(environment.enclosing));
    return seed;
}

std::size_t hash(const Function& function) {
    std::size_t seed = hash_of(function.node);
    mix(seed, hash_of(function.environment));
    return seed;
}

std::size_t hash(const Instance& instance) { return hash_of(instance.class_); }
std::size_t hash(const Api& api) { return hash_of(api.name); }

std::size_t hash(const Bound& bound) {
    std::size_t seed = hash(bound.receiver);
    mix(seed, hash(bound.method));
    return seed;
}

std::size_t hash(const Choice& choice) { return hash_of(std::span(choice.options)); }

std::size_t hash(const Wrapped& wrapped) {
    std::size_t seed = hash(wrapped.target);
    mix(seed, static_cast<std::size_t>(wrapped.form));
    mix(seed, hash_of(wrapped.site));
    mix(seed, hash_of(std::span(wrapped.arguments)));
    mix(seed, hash_named(std::span(wrapped.keywords)));
    return seed;
}

}  // namespace values
