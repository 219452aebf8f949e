#include "server/os/os.h"
#include "server/os/posix/posix.h"

#include <fcntl.h>
#include <mach-o/dyld.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cstdint>
#include <system_error>

namespace os {
namespace {

// Here this takes a second call: a program that another thread starts in between has the descriptor open, too.
int closed_in_programs(int descriptor) {
    if (descriptor >= 0) ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    return descriptor;
}

}  // namespace

std::filesystem::path program() {
    std::uint32_t size = 0;
    ::_NSGetExecutablePath(nullptr, &size);  // says how long the path is, with the NUL at its end
    std::string path(size, '\0');
    if (::_NSGetExecutablePath(path.data(), &size) != 0) return {};
    std::error_code error;
    return std::filesystem::canonical(path.c_str(), error);
}

std::string program_file() { return program().string(); }

timespec modified(const struct stat& status) { return status.st_mtimespec; }
timespec changed(const struct stat& status) { return status.st_ctimespec; }

int make_pipe(std::array<int, 2>& ends) {
    const int result = ::pipe(ends.data());
    if (result == 0)
        for (const int end : ends) closed_in_programs(end);
    return result;
}

int local_socket() { return closed_in_programs(::socket(AF_UNIX, SOCK_STREAM, 0)); }

int accept(int listener) {
    const int socket = closed_in_programs(::accept(listener, nullptr, nullptr));
    constexpr int on = 1;
    if (socket >= 0) ::setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
    return socket;
}

ssize_t send(int socket, std::string_view bytes) { return ::send(socket, bytes.data(), bytes.size(), 0); }

void end_with_parent() {}

}  // namespace os
