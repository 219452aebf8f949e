// The connection of a language server: reads frames from one file descriptor and writes messages to another, neither
// ever waiting for the other. Used by the `server` command; all of it runs on the thread of the io_context.
#pragma once

#include "server/os/stream.h"
#include "server/rpc/framing.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <array>
#include <chrono>
#include <deque>
#include <functional>
#include <string>

namespace rpc {

class Stdio {
  public:
    // A client that sends and sends and reads nothing is given up when this much waits for it.
    static constexpr std::size_t max_backlog = std::size_t{256} << 20;
    static constexpr std::chrono::seconds max_farewell{2};  // to write out what is left when everything is over

    struct Events {
        std::function<void(Frame)> frame;
        std::function<void()> end;  // of the input, or the client is gone
    };

    // Takes over both descriptors.
    Stdio(boost::asio::io_context& context, int in, int out);

    void start(Events events);
    void send(std::string_view body);
    // No more frames; `done` is called when all that was sent is written, or cannot be.
    void finish(std::function<void()> done);

  private:
    void read();
    void write();
    void end();
    void written_out();

    os::Input in_;
    os::Output out_;
    boost::asio::steady_timer farewell_;
    Events events_;
    std::function<void()> done_;
    Framing framing_;
    std::array<char, 65536> chunk_{};
    std::deque<std::string> backlog_;  // its first is being written
    std::size_t backlog_size_ = 0;
    bool open_ = true;
};

}  // namespace rpc
