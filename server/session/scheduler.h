// One writer, many readers: work runs on a pool, its result comes back on the thread of the writer. All of the server's
// state lives on that thread, so nothing here or elsewhere needs a lock.
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

namespace session {

class Scheduler {
  public:
    // Two at least: work that was cancelled has a moment to notice, and its successor does not wait for it.
    static constexpr unsigned min_threads = 2;
    static constexpr unsigned max_threads = 8;

    using Failed = std::function<void(std::exception_ptr)>;

    // `failed` is told, on the writer, of work that threw.
    Scheduler(boost::asio::io_context& writer, Failed failed)
        : writer_(writer), failed_(std::move(failed)),
          pool_(std::clamp(std::thread::hardware_concurrency(), min_threads, max_threads)), timer_(pool_) {}
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;
    ~Scheduler() {
        pool_.stop();
        pool_.join();
    }

    // `done` takes a std::optional of what `work` returns: nothing if it threw. Until then the writer has work to wait
    // for.
    template <class Work, class Done>
    void run(Work work, Done done) {
        auto busy = boost::asio::make_work_guard(writer_);
        boost::asio::post(
            pool_, [this, busy = std::move(busy), work = std::move(work), done = std::move(done)]() mutable {
                std::optional<std::invoke_result_t<Work&>> result;
                std::exception_ptr error;
                try {
                    result.emplace(work());
                } catch (...) {
                    error = std::current_exception();
                }
                boost::asio::post(writer_, [this, error, done = std::move(done), result = std::move(result)]() mutable {
                    if (error) failed_(error);
                    done(std::move(result));
                });
            });
    }

    // Calls `tick` on the writer again and again, but is nothing that the writer waits for.
    void every(std::chrono::seconds period, std::function<void()> tick) {
        timer_.expires_after(period);
        timer_.async_wait([this, period, tick = std::move(tick)](boost::system::error_code error) {
            if (error) return;
            boost::asio::post(writer_, [this, period, tick] {
                tick();
                every(period, tick);
            });
        });
    }

  private:
    boost::asio::io_context& writer_;
    Failed failed_;
    boost::asio::thread_pool pool_;
    boost::asio::steady_timer timer_;
};

}  // namespace session
