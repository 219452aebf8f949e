#include "server/rpc/stdio.h"

#include "server/logging/log.h"

#include <utility>

namespace rpc {

using boost::system::error_code;

Stdio::Stdio(boost::asio::io_context& context, int in, int out)
    : in_(context, in), out_(context, out), farewell_(context) {}

void Stdio::start(Events events) {
    events_ = std::move(events);
    read();
}

void Stdio::read() {
    in_.read_some(chunk_.data(), chunk_.size(), [this](error_code error, std::size_t size) {
        if (!open_) return;
        if (error) return end();
        framing_.feed({chunk_.data(), size});
        while (open_) {
            std::optional<Frame> frame = framing_.next();
            if (!frame) return read();
            events_.frame(std::move(*frame));
        }
    });
}

void Stdio::end() {
    if (std::exchange(open_, false)) events_.end();
}

void Stdio::send(std::string_view body) {
    backlog_.push_back(framed(body));
    backlog_size_ += backlog_.back().size();
    if (backlog_.size() == 1) write();
    if (backlog_size_ > max_backlog) {
        logging::error("the client does not read what it is sent");
        end();
    }
}

void Stdio::write() {
    out_.write(backlog_.front(), [this](error_code error, std::size_t) {
        backlog_size_ -= backlog_.front().size();
        backlog_.pop_front();
        if (error) {
            backlog_.clear();
            end();
        }
        if (!backlog_.empty())
            write();
        else if (done_)
            written_out();
    });
}

void Stdio::finish(std::function<void()> done) {
    open_ = false;
    done_ = std::move(done);
    in_.cancel();
    if (backlog_.empty()) return written_out();
    farewell_.expires_after(max_farewell);
    farewell_.async_wait([this](error_code error) {
        if (!error) written_out();
    });
}

void Stdio::written_out() {
    farewell_.cancel();
    if (done_) std::exchange(done_, nullptr)();
}

}  // namespace rpc
