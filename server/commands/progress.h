// How far the work on many files is, on a terminal: one line of standard error, which goes when all is done, and names
// the file that has taken longest where one takes seconds. Nothing where standard error is no terminal.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace commands {

class Progress {
  public:
    explicit Progress(std::size_t total);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    // Of each file, called by any thread.
    void begin(const std::string& path);
    void end(const std::string& path);

  private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] std::string line() const;

    std::size_t total_;
    bool shown_;
    std::mutex mutex_;  // of all below
    std::condition_variable_any ended_;
    std::size_t done_ = 0;
    Clock::time_point next_{};                          // when the line is written again
    std::map<std::string, Clock::time_point> working_;  // since when
    std::jthread clock_;                                // writes it while no file ends
};

}  // namespace commands
