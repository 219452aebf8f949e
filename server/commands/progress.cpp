#include "server/commands/progress.h"

#include "server/commands/console.h"

#include <string>

namespace commands {

namespace {

constexpr std::chrono::milliseconds pause{100};

// "3,501"
std::string grouped(std::size_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
    return text;
}

}  // namespace

Progress::Progress(std::size_t total) : total_(total), shown_(total > 1 && complains_on_terminal()) {}

Progress::~Progress() {
    if (shown_) complain("\r\x1b[K");
}

void Progress::step() {
    const std::size_t done = ++done_;
    if (!shown_) return;
    const Clock::rep now = Clock::now().time_since_epoch().count();
    Clock::rep next = next_;
    if (now < next || !next_.compare_exchange_strong(next, now + Clock::duration(pause).count())) return;
    complain("\rchecked " + grouped(done) + " of " + grouped(total_) + " files");
}

}  // namespace commands
