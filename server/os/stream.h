// Bytes that come in and go out by descriptors, told on the thread of an io_context, so that neither waits for the
// other.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/system/error_code.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

namespace os {

using Told = std::function<void(boost::system::error_code, std::size_t)>;

// Both take over their descriptor. One operation at a time, whose memory has to stay until it is told.
class Input {
  public:
    Input(boost::asio::io_context& context, int descriptor);
    ~Input();
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;

    void read_some(char* bytes, std::size_t size, Told told);
    void cancel();

  private:
    struct Half;
    std::shared_ptr<Half> half_;
};

class Output {
  public:
    Output(boost::asio::io_context& context, int descriptor);
    ~Output();
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    void write(std::string_view bytes, Told told);  // all of them

  private:
    struct Half;
    std::shared_ptr<Half> half_;
};

}  // namespace os
