// Bytes of a connection -> bodies of messages, in LSP's framing (`Content-Length: N`, empty line, N bytes). Is handed
// bytes and opens nothing; used by the transport (stdio.h) and by tests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace rpc {

struct FramingError {
    std::string reason;
};
using Frame = std::variant<std::string, FramingError>;  // the body of a message, or what was wrong instead of one

class Framing {
  public:
    // A longer message is skipped, and answered by one FramingError, without ever being held in memory.
    static constexpr std::uint64_t max_message = std::uint64_t{64} << 20;
    // A longer one still is taken for a damaged header: waiting for its end would be waiting for ever.
    static constexpr std::uint64_t max_skipped = std::uint64_t{4} << 30;
    static constexpr std::size_t max_header = 4096;

    void feed(std::string_view bytes) { buffer_.append(bytes); }
    [[nodiscard]] std::optional<Frame> next();  // nullopt: more bytes are needed

  private:
    [[nodiscard]] std::string_view rest() const { return std::string_view(buffer_).substr(begin_); }
    [[nodiscard]] bool read_header();  // false: more bytes are needed
    [[nodiscard]] bool skip();
    void drop(std::size_t bytes);
    void complain(std::string reason);

    std::string buffer_;
    std::size_t begin_ = 0;                // where the unread part of the buffer starts
    std::optional<std::uint64_t> length_;  // of the body that is being read
    std::uint64_t skip_ = 0;               // how much of a message that is too long is still to come
    std::optional<FramingError> error_;
    bool lost_ = false;  // behind a damaged header, looking for a good one
};

[[nodiscard]] std::string framed(std::string_view body);

}  // namespace rpc
