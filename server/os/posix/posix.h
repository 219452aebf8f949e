// For what is POSIX alone: what linux.cpp and macos.cpp have under names of their own, and environments as exec takes
// them. What is opened here is closed in started programs.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>
#include <array>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

namespace os {

[[nodiscard]] timespec modified(const struct stat& status);
[[nodiscard]] timespec changed(const struct stat& status);

// As of POSIX, errno included.
[[nodiscard]] int make_pipe(std::array<int, 2>& ends);
[[nodiscard]] int local_socket();
[[nodiscard]] int accept(int listener);
[[nodiscard]] ssize_t send(int socket, std::string_view bytes);  // no SIGPIPE if the socket is one of accept()

// For a child, before it becomes a program: it is killed as soon as its parent is gone. Only Linux has that.
void end_with_parent();

// The variables of this process, with these in the place of those that have the same name.
[[nodiscard]] std::vector<std::string> environment_with(const std::vector<std::string>& more);
[[nodiscard]] std::vector<char*> pointers(const std::vector<std::string>& texts);  // with a null at the end

}  // namespace os
