// The hash of names, shared by the build step that lays out the index of rows and the lookup that probes it.
#pragma once

#include <cstdint>
#include <string_view>

namespace torch {

inline constexpr std::uint32_t hash_seed = 2166136261U;

// FNV-1a: the hash of a longer name goes on from the hash of its prefix, so no name is put together to look it up.
constexpr std::uint32_t hash(std::string_view text, std::uint32_t state = hash_seed) {
    for (const char c : text) state = (state ^ static_cast<unsigned char>(c)) * 16777619U;
    return state;
}

// FNV's low bits alone cluster.
constexpr std::uint32_t slot(std::uint32_t state, std::uint32_t mask) { return (state ^ (state >> 15U)) & mask; }

}  // namespace torch
