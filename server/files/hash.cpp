#include "server/files/hash.h"

#include "server/os/files.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

namespace files {
namespace {

// Two changes may get the same stamp when they are as near to each other as this. FAT counts in steps of two seconds,
// old file systems in whole ones, and the kernel's own clock stands still for up to 10 ms between its ticks. The rest
// is for writers, which stamp first, write then, and may have to wait for a processor in between; and for the clocks of
// file servers. A stamp from the future never settles: nobody knows which clock it comes from.
constexpr std::int64_t settles_after = 2'500'000'000;

Hash seeded(std::string_view bytes, std::uint64_t seed) {
    const XXH128_hash_t hash = XXH3_128bits_withSeed(bytes.data(), bytes.size(), seed);
    return {.high = hash.high64, .low = hash.low64};
}

std::optional<Stamp> stamped(const std::string& path, bool os::Status::*is_wanted) {
    const std::optional<os::Status> status = os::status_of(path);
    if (!status || !((*status).*is_wanted)) return std::nullopt;
    return Stamp{.device = status->device,
                 .inode = status->inode,
                 .size = status->size,
                 .modified = status->modified,
                 .changed = status->changed};
}

}  // namespace

std::string to_string(Hash hash) {
    std::array<char, 33> text{};
    std::snprintf(text.data(), text.size(), "%016llx%016llx", static_cast<unsigned long long>(hash.high),
                  static_cast<unsigned long long>(hash.low));
    return text.data();
}

Hash hash_of(std::string_view bytes) { return seeded(bytes, 0); }

Hash hash_of(const text::Source& source) {
    const text::Encoding& encoding = source.encoding();
    return seeded(source.text(), hash_of(encoding.name).low + (encoding.byte_order_mark ? 1 : 0));
}

std::optional<Stamp> stamp_of(const std::string& path) { return stamped(path, &os::Status::is_file); }
std::optional<Stamp> stamp_of_folder(const std::string& path) { return stamped(path, &os::Status::is_folder); }

bool is_fresh(const Stamp& stamp, std::int64_t then) {
    return std::max(stamp.modified, stamp.changed) + settles_after > then;
}

std::int64_t now() {
    const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(since_epoch).count();
}

}  // namespace files
