// What each system has under a name of its own, as far as the rest of the server relies on it.
#include "server/os/os.h"
#include "server/files/hash.h"
#include "server/os/posix/posix.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

namespace {

namespace fs = std::filesystem;

bool is_closed_in_programs(int descriptor) { return (::fcntl(descriptor, F_GETFD) & FD_CLOEXEC) != 0; }

struct Folder {
    Folder() { REQUIRE(::mkdtemp(name.data())); }
    ~Folder() { fs::remove_all(name); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::string name = (fs::temp_directory_path() / "graphmend-XXXXXX").string();
};

}  // namespace

TEST_CASE("the program finds its own file") {
    CHECK(os::program().filename() == "graphmend_tests");
    CHECK(files::stamp_of(os::program().string()) == files::stamp_of(os::program_file()));
}

TEST_CASE("a pipe is closed in programs that are started") {
    std::array<int, 2> ends{};
    REQUIRE(os::make_pipe(ends) == 0);
    for (const int end : ends) {
        CHECK(is_closed_in_programs(end));
        ::close(end);
    }
}

TEST_CASE("who sends to somebody who is gone gets an error and no signal") {
    const Folder folder;
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    const std::string path = folder.name + "/socket";
    std::memcpy(name.sun_path, path.c_str(), path.size() + 1);
    const auto* const address = reinterpret_cast<const sockaddr*>(&name);
    const int listener = os::local_socket(), caller = os::local_socket();
    REQUIRE(::bind(listener, address, sizeof name) == 0);
    REQUIRE(::listen(listener, 1) == 0);
    REQUIRE(::connect(caller, address, sizeof name) == 0);
    const int socket = os::accept(listener);
    for (const int each : {listener, caller, socket}) CHECK(is_closed_in_programs(each));
    ::close(caller);
    CHECK(os::send(socket, "heard by nobody") < 0);
    CHECK(errno == EPIPE);
    ::close(socket);
    ::close(listener);
}
