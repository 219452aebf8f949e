// Files as descriptors, with errors in errno, on all systems. What is opened here is closed in started programs.
#pragma once

#include <sys/types.h>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace os {

struct Status {
    bool is_file = false;  // a regular one
    bool is_folder = false;
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
    std::int64_t modified = 0;  // nanoseconds since the epoch: the bytes
    std::int64_t changed = 0;   // the same: anything
};

[[nodiscard]] std::optional<Status> status_of(const std::string& path);  // nothing: there is nothing

[[nodiscard]] int open(const std::string& path);        // to read it
[[nodiscard]] int open_new(std::string& name);          // to write it; its last XXXXXX become what makes it new
[[nodiscard]] bool make_folder_new(std::string& name);  // the same, of a folder that nobody else can enter
[[nodiscard]] ssize_t read(int descriptor, char* bytes, std::size_t size);
[[nodiscard]] ssize_t write(int descriptor, const char* bytes, std::size_t size);

// Whether the file may be written, and the new one can take its place: owner and permissions are passed on.
[[nodiscard]] bool may_write(const std::string& path);
[[nodiscard]] bool pass_on(const std::string& path, int new_file);
// In one step, over what is there.
[[nodiscard]] bool move(const std::string& from, const std::string& to);

}  // namespace os
