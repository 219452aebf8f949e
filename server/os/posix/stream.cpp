#include "server/os/stream.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/write.hpp>

#include <utility>

namespace os {

struct Input::Half {
    boost::asio::posix::stream_descriptor descriptor;
};

Input::Input(boost::asio::io_context& context, int descriptor)
    : half_(new Half{boost::asio::posix::stream_descriptor(context, descriptor)}) {}
Input::~Input() = default;

void Input::read_some(char* bytes, std::size_t size, Told told) {
    half_->descriptor.async_read_some(boost::asio::buffer(bytes, size), std::move(told));
}

void Input::cancel() {
    boost::system::error_code ignored;
    half_->descriptor.cancel(ignored);
}

struct Output::Half {
    boost::asio::posix::stream_descriptor descriptor;
};

Output::Output(boost::asio::io_context& context, int descriptor)
    : half_(new Half{boost::asio::posix::stream_descriptor(context, descriptor)}) {}
Output::~Output() = default;

void Output::write(std::string_view bytes, Told told) {
    boost::asio::async_write(half_->descriptor, boost::asio::buffer(bytes), std::move(told));
}

}  // namespace os
