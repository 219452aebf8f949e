// The hash of names, shared by the build step that lays out the index of rows and the lookup that probes it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace torch {

// Eight bytes at a step: names are long, and are looked up by the million.
inline std::uint32_t hash(std::string_view text) {
    std::uint64_t state = text.size();
    while (!text.empty()) {
        std::uint64_t word = 0;
        const std::size_t taken = std::min(text.size(), sizeof word);
        std::memcpy(&word, text.data(), taken);
        state = (state ^ word) * 0x9E3779B97F4A7C15U;
        state ^= state >> 32U;
        text.remove_prefix(taken);
    }
    return static_cast<std::uint32_t>(state);
}

}  // namespace torch
