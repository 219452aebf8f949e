#include "server/os/files.h"

#include "server/os/posix/posix.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>

namespace os {
namespace {

std::int64_t nanoseconds(const timespec& time) { return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec; }

}  // namespace

std::optional<Status> status_of(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    return Status{.is_file = S_ISREG(status.st_mode),
                  .is_folder = S_ISDIR(status.st_mode),
                  .device = static_cast<std::uint64_t>(status.st_dev),
                  .inode = status.st_ino,
                  .size = static_cast<std::uint64_t>(status.st_size),
                  .modified = nanoseconds(modified(status)),
                  .changed = nanoseconds(changed(status))};
}

int open(const std::string& path) { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }
int open_new(std::string& name) { return ::mkostemp(name.data(), O_CLOEXEC); }
bool make_folder_new(std::string& name) { return ::mkdtemp(name.data()) != nullptr; }
ssize_t read(int descriptor, char* bytes, std::size_t size) { return ::read(descriptor, bytes, size); }
ssize_t write(int descriptor, const char* bytes, std::size_t size) { return ::write(descriptor, bytes, size); }

bool may_write(const std::string& path) { return ::access(path.c_str(), W_OK) == 0; }

bool pass_on(const std::string& path, int new_file) {
    struct stat old {};
    if (::stat(path.c_str(), &old) != 0) return false;
    // Only root may give files away; for everybody else the owner is the same or cannot be kept.
    [[maybe_unused]] const int kept = ::fchown(new_file, old.st_uid, old.st_gid);
    return ::fchmod(new_file, old.st_mode & 07777) == 0 && ::fsync(new_file) == 0;
}

bool move(const std::string& from, const std::string& to) { return std::rename(from.c_str(), to.c_str()) == 0; }

}  // namespace os
