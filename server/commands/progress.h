// How far the work on many files is, on a terminal: one line of standard error, which goes when all is done. Nothing
// where standard error is no terminal.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>

namespace commands {

class Progress {
  public:
    explicit Progress(std::size_t total);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    void step();  // another file is done; called by any thread

  private:
    using Clock = std::chrono::steady_clock;

    std::size_t total_;
    bool shown_;
    std::atomic<std::size_t> done_{0};
    std::atomic<Clock::rep> next_{0};  // when the line is written again
};

}  // namespace commands
