// What the runner says while it works, as lines: every process of the user's program that has something to say connects
// on its own, gets the greeting, and its lines arrive whole, whatever the others do and however it ends.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace python {

using Heard = std::function<void(std::string_view line)>;

class Channel {
  public:
    // `greeting` is sent to each process that connects. Throws std::system_error when there can be no socket.
    explicit Channel(std::string greeting);
    ~Channel();
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    [[nodiscard]] const std::string& address() const { return address_; }  // the path of the socket
    // Waits for something to arrive, at most so long, and passes on the lines that are complete.
    void listen(int milliseconds, const Heard& heard);
    // Passes on what has arrived already, the unfinished last line of each process too.
    void finish(const Heard& heard);

  private:
    struct Connection {
        int socket = -1;
        std::string unread{};
    };
    [[nodiscard]] int accept_new();
    void read_from(Connection& connection, const Heard& heard) const;

    std::string greeting_;
    std::string folder_;
    std::string address_;
    int listener_ = -1;
    std::vector<Connection> connections_;
};

}  // namespace python
