// One writer, many readers: work runs on pools, its result comes back on the thread of the writer. All of the server's
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
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>

namespace session {

// What somebody waits for, and what may take as long as an analysis.
enum class Pace : bool { quick, slow };

// As long as it lives, its thread works for one request, and what is polled there ends with that: the result that is
// asked may have been made for another.
class Errand {
  public:
    explicit Errand(std::stop_token stop) : stop_(std::move(stop)), before_(std::exchange(current_, this)) {}
    Errand(const Errand&) = delete;
    Errand& operator=(const Errand&) = delete;
    ~Errand() { current_ = before_; }

    [[nodiscard]] static bool is_cancelled() { return current_ != nullptr && current_->stop_.stop_requested(); }

  private:
    static inline thread_local const Errand* current_ = nullptr;
    std::stop_token stop_;
    const Errand* before_;
};

// A deleter for what is large: whoever lets go of it last, it is taken apart on a pool, and nobody waits for that.
class Disposer {
  public:
    explicit Disposer(std::weak_ptr<boost::asio::thread_pool> pool) : pool_(std::move(pool)) {}

    template <class T>
    void operator()(const T* object) const {
        dispose(std::unique_ptr<const T>(object));
    }
    // `last` may be the last that holds it.
    template <class Pointer>
    void dispose(Pointer last) const {
        if (const auto pool = pool_.lock()) boost::asio::post(*pool, [last = std::move(last)]() mutable {});
    }

  private:
    std::weak_ptr<boost::asio::thread_pool> pool_;
};

class Scheduler {
  public:
    // Two at least: work that was cancelled has a moment to notice, and its successor does not wait for it.
    static constexpr unsigned min_threads = 2;
    static constexpr unsigned max_threads = 8;
    static constexpr unsigned quick_threads = 2;

    using Failed = std::function<void(std::exception_ptr)>;

    // `failed` is told, on the writer, of work that threw.
    Scheduler(boost::asio::io_context& writer, Failed failed)
        : writer_(writer), failed_(std::move(failed)),
          slow_(std::clamp(std::thread::hardware_concurrency(), min_threads, max_threads)),
          quick_(std::make_shared<boost::asio::thread_pool>(quick_threads)), timer_(*quick_) {}
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;
    ~Scheduler() {
        for (boost::asio::thread_pool* const pool : {&slow_, quick_.get()}) pool->stop();
        for (boost::asio::thread_pool* const pool : {&slow_, quick_.get()}) pool->join();
    }

    [[nodiscard]] Disposer disposer() const { return Disposer(quick_); }

    // `done` takes a std::optional of what `work` returns: nothing if it threw. Until then the writer has work to wait
    // for.
    template <class Work, class Done>
    void run(Pace pace, Work work, Done done) {
        auto busy = boost::asio::make_work_guard(writer_);
        boost::asio::post(pace == Pace::slow ? slow_ : *quick_, [this, busy = std::move(busy), work = std::move(work),
                                                                 done = std::move(done)]() mutable {
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
    boost::asio::thread_pool slow_;
    std::shared_ptr<boost::asio::thread_pool> quick_;  // of nobody else for longer than a moment
    boost::asio::steady_timer timer_;
};

}  // namespace session
