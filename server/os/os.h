// What each system has under a name of its own. linux.cpp and macos.cpp are the two halves, of which CMakeLists.txt
// takes one; whatever else the server asks of a system is POSIX. What is opened here is closed in started programs.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>
#include <array>
#include <ctime>
#include <filesystem>
#include <string>
#include <string_view>

namespace os {

[[nodiscard]] std::filesystem::path program();  // of this process, without links; empty if the system does not tell
[[nodiscard]] std::string program_file();       // leads to it as well; on Linux also once another has taken its place

[[nodiscard]] timespec modified(const struct stat& status);
[[nodiscard]] timespec changed(const struct stat& status);

// As of POSIX, errno included.
[[nodiscard]] int make_pipe(std::array<int, 2>& ends);
[[nodiscard]] int local_socket();
[[nodiscard]] int accept(int listener);
[[nodiscard]] ssize_t send(int socket, std::string_view bytes);  // no SIGPIPE if the socket is one of accept()

// For a child, before it becomes a program: it is killed as soon as its parent is gone. Only Linux has that.
void end_with_parent();

}  // namespace os
