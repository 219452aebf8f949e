#include "server/os/stream.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include "server/os/windows/windows.h"

#include <io.h>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

// Windows waits for many files at once, but for none that somebody else has opened. So each operation has a thread that
// waits for it. Nothing ends such a thread but the end of the process: it may outlive who asked, and tells nobody then.

namespace os {
namespace {

namespace asio = boost::asio;

struct Result {
    boost::system::error_code error{};
    std::string bytes{};  // that were read
};

boost::system::error_code last_error() {
    return {static_cast<int>(::GetLastError()), boost::system::system_category()};
}

class Asked : public std::enable_shared_from_this<Asked> {
  public:
    Asked(asio::io_context& context, int descriptor)
        : context_(&context), handle_(reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor))) {}

    [[nodiscard]] HANDLE handle() const { return handle_; }

    // `work` is done by a thread; what comes of it is told by that of the io_context, which does not end before.
    void begin(std::function<Result()> work, std::function<void(const Result&)> told) {
        busy_.emplace(asio::make_work_guard(*context_));
        std::thread([self = shared_from_this(), work = std::move(work), told = std::move(told)] {
            Result result = work();
            const std::lock_guard lock(self->mutex_);
            if (self->context_ == nullptr) return;
            asio::post(*self->context_, [self, told, result = std::move(result)] {
                if (!std::exchange(self->busy_, std::nullopt)) return;
                told(result);
            });
        }).detach();
    }

    void forget() { busy_.reset(); }

    void end() {
        const std::lock_guard lock(mutex_);
        context_ = nullptr;
        busy_.reset();
    }

  private:
    std::mutex mutex_;  // of `context_`
    asio::io_context* context_;
    HANDLE handle_;
    std::optional<asio::executor_work_guard<asio::io_context::executor_type>> busy_;  // there is something to tell
};

}  // namespace

struct Input::Half : Asked {
    using Asked::Asked;
};

Input::Input(asio::io_context& context, int descriptor) : half_(std::make_shared<Half>(context, descriptor)) {}
Input::~Input() { half_->end(); }

void Input::read_some(char* bytes, std::size_t size, Told told) {
    half_->begin(
        [handle = half_->handle(), size] {
            Result result{.bytes = std::string(size, '\0')};
            DWORD count = 0;
            if (!::ReadFile(handle, result.bytes.data(), static_cast<DWORD>(size), &count, nullptr))
                result.error = last_error();
            else if (count == 0)
                result.error = boost::system::errc::make_error_code(boost::system::errc::broken_pipe);
            result.bytes.resize(count);
            return result;
        },
        [bytes, told = std::move(told)](const Result& result) {
            result.bytes.copy(bytes, result.bytes.size());
            told(result.error, result.bytes.size());
        });
}

void Input::cancel() { half_->forget(); }

struct Output::Half : Asked {
    using Asked::Asked;
};

Output::Output(asio::io_context& context, int descriptor) : half_(std::make_shared<Half>(context, descriptor)) {}
Output::~Output() { half_->end(); }

void Output::write(std::string_view bytes, Told told) {
    half_->begin(
        [handle = half_->handle(), text = std::string(bytes)] {
            std::string_view left = text;
            while (!left.empty()) {
                DWORD count = 0;
                if (!::WriteFile(handle, left.data(), static_cast<DWORD>(left.size()), &count, nullptr))
                    return Result{.error = last_error()};
                left.remove_prefix(count);
            }
            return Result{};
        },
        [size = bytes.size(), told = std::move(told)](const Result& result) { told(result.error, size); });
}

}  // namespace os
