// What tells one text of a file from another. Used by modules/ and cache/.
#pragma once

#include "analysis/text/source.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace files {

// 128 bits: texts that differ are taken to have different hashes.
struct Hash {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    auto operator<=>(const Hash&) const = default;
};

[[nodiscard]] std::string to_string(Hash hash);  // 32 hexadecimal digits

[[nodiscard]] Hash hash_of(std::string_view bytes);
[[nodiscard]] Hash hash_of(const text::Source& source);  // of its text and how it was spelled, not of its path

// What the system says of a file without its being read. A file that is changed gets another one, unless that happens
// twice within one tick of the clock.
struct Stamp {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
    std::int64_t modified = 0;  // nanoseconds since the epoch: the bytes
    std::int64_t changed = 0;   // the same: anything, which nobody can set back
    auto operator<=>(const Stamp&) const = default;
};

[[nodiscard]] std::optional<Stamp> stamp_of(const std::string& path);  // nothing: there is no regular file
[[nodiscard]] std::optional<Stamp> stamp_of_folder(const std::string& path);
[[nodiscard]] std::int64_t now();  // as in a Stamp, by the clock of this machine
// Whether what was stamped so may have changed since `then` without a new stamp: clocks of file systems tick slowly.
[[nodiscard]] bool is_fresh(const Stamp& stamp, std::int64_t then);

}  // namespace files
