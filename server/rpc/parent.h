// Notices that the process which started the server is gone although the pipe from it is still open, as happens when
// another of its children has inherited the pipe. Used by the `initialize` handler.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <cstdint>
#include <functional>

namespace rpc {

class Parent {
  public:
    static constexpr std::chrono::seconds interval{5};

    Parent(boost::asio::io_context& context, std::function<void()> gone) : timer_(context), gone_(std::move(gone)) {}

    void watch(std::int64_t process);

  private:
    boost::asio::steady_timer timer_;
    std::function<void()> gone_;
};

}  // namespace rpc
