#include "server/commands/progress.h"

#include "server/commands/console.h"
#include "server/output/width.h"

#include <algorithm>
#include <stop_token>

namespace commands {

namespace {

constexpr std::chrono::milliseconds pause{100};
constexpr std::chrono::seconds slow{2};
constexpr std::size_t shown_bytes = 40;  // of a path: the end tells most

// "3,501"
std::string grouped(std::size_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
    return text;
}

std::string end_of(const std::string& path) {
    return path.size() <= shown_bytes ? path : "..." + path.substr(path.size() - shown_bytes);
}

}  // namespace

Progress::Progress(std::size_t total) : total_(total), shown_(total > 1 && complains_on_terminal()) {
    if (!shown_) return;
    clock_ = std::jthread([this](const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (!ended_.wait_for(lock, stop, slow / 2, [&] { return stop.stop_requested(); })) complain(line());
    });
}

Progress::~Progress() {
    if (!shown_) return;
    clock_.request_stop();
    clock_.join();
    complain("\r\x1b[K");
}

void Progress::begin(const std::string& path) {
    if (!shown_) return;
    const std::lock_guard lock(mutex_);
    working_.emplace(path, Clock::now());
}

void Progress::end(const std::string& path) {
    if (!shown_) return;
    const std::lock_guard lock(mutex_);
    ++done_;
    working_.erase(path);
    const Clock::time_point now = Clock::now();
    if (now < next_) return;
    next_ = now + pause;
    complain(line());
}

std::string Progress::line() const {
    std::string text = "\rchecked " + grouped(done_) + " of " + grouped(total_) + " files";
    const auto slowest = std::ranges::min_element(working_, {}, [](const auto& each) { return each.second; });
    if (slowest != working_.end())
        if (const auto age = Clock::now() - slowest->second; age >= slow)
            text += "; " + output::printable(end_of(slowest->first)) + " for " +
                    std::to_string(std::chrono::duration_cast<std::chrono::seconds>(age).count()) + " s";
    return text + "\x1b[K";
}

}  // namespace commands
