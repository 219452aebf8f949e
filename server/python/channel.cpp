#include "server/python/channel.h"

#include "server/os/posix/posix.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace python {
namespace {

constexpr std::size_t longest_line = std::size_t{64} << 20U;  // nothing sensible is longer: such bytes are dropped

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

// Nobody but the user can enter it.
std::string private_folder() {
    std::error_code error;
    const std::filesystem::path temporary = std::filesystem::temp_directory_path(error);
    // The address of a socket has room for some hundred bytes.
    for (const std::filesystem::path& place : {temporary, std::filesystem::path("/tmp")}) {
        std::string name = (place / "graphmend-XXXXXX").string();
        if (name.size() + 8 < sizeof(sockaddr_un::sun_path) && ::mkdtemp(name.data())) return name;
    }
    fail("no place for a temporary folder");
}

void send_all(int socket, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = os::send(socket, bytes);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return;  // it is gone already
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

}  // namespace

Channel::Channel(std::string greeting)
    : greeting_(std::move(greeting)), folder_(private_folder()), address_(folder_ + "/socket") {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::memcpy(name.sun_path, address_.c_str(), address_.size() + 1);
    constexpr int waiting = 64;
    listener_ = os::local_socket();
    if (listener_ < 0 || ::bind(listener_, reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0 ||
        ::listen(listener_, waiting) != 0)
        fail("no socket for the runner");
}

Channel::~Channel() {
    for (const Connection& connection : connections_) {
        send_all(connection.socket, "\n");  // a farewell: who hears none knows that we were killed
        ::close(connection.socket);
    }
    ::close(listener_);
    std::error_code error;
    std::filesystem::remove_all(folder_, error);
}

int Channel::accept_new() {
    const int socket = os::accept(listener_);
    if (socket < 0) return -1;
    send_all(socket, greeting_ + "\n");
    ::fcntl(socket, F_SETFL, ::fcntl(socket, F_GETFL) | O_NONBLOCK);
    return socket;
}

void Channel::read_from(Connection& connection, const Heard& heard) const {
    std::array<char, 1U << 16U> bytes{};
    while (true) {
        const ssize_t count = ::read(connection.socket, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
        if (count <= 0) {
            ::close(std::exchange(connection.socket, -1));
            break;
        }
        connection.unread.append(bytes.data(), static_cast<std::size_t>(count));
        std::size_t begin = 0;
        for (std::size_t end; (end = connection.unread.find('\n', begin)) != std::string::npos; begin = end + 1)
            heard(std::string_view(connection.unread).substr(begin, end - begin));
        connection.unread.erase(0, begin);
        if (connection.unread.size() > longest_line) connection.unread.clear();
    }
    if (connection.socket < 0 && !connection.unread.empty()) heard(std::exchange(connection.unread, ""));
}

void Channel::listen(int milliseconds, const Heard& heard) {
    std::vector<pollfd> watched{{.fd = listener_, .events = POLLIN, .revents = 0}};
    for (const Connection& connection : connections_)
        watched.push_back({.fd = connection.socket, .events = POLLIN, .revents = 0});
    if (::poll(watched.data(), static_cast<nfds_t>(watched.size()), milliseconds) <= 0) return;
    for (std::size_t i = 0; i < connections_.size(); ++i)
        if (watched[i + 1].revents != 0) read_from(connections_[i], heard);
    std::erase_if(connections_, [](const Connection& connection) { return connection.socket < 0; });
    if (watched.front().revents != 0)
        if (const int socket = accept_new(); socket >= 0) connections_.push_back({.socket = socket});
}

void Channel::finish(const Heard& heard) {
    pollfd waiting{.fd = listener_, .events = POLLIN, .revents = 0};
    while (::poll(&waiting, 1, 0) > 0)
        if (const int socket = accept_new(); socket >= 0) connections_.push_back({.socket = socket});
    for (Connection& connection : connections_) {
        read_from(connection, heard);
        if (!connection.unread.empty()) heard(std::exchange(connection.unread, ""));
    }
}

}  // namespace python
