#include "server/os/os.h"
#include "server/os/posix/posix.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <system_error>

namespace os {

std::filesystem::path program() {
    std::error_code error;
    return std::filesystem::read_symlink(program_file(), error);
}

std::string program_file() { return "/proc/self/exe"; }

timespec modified(const struct stat& status) { return status.st_mtim; }
timespec changed(const struct stat& status) { return status.st_ctim; }

int make_pipe(std::array<int, 2>& ends) { return ::pipe2(ends.data(), O_CLOEXEC); }
int local_socket() { return ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0); }
int accept(int listener) { return ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC); }
ssize_t send(int socket, std::string_view bytes) { return ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL); }

void end_with_parent() { ::prctl(PR_SET_PDEATHSIG, SIGKILL); }

}  // namespace os
