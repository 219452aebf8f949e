// Other programs: one that is asked something, one that takes the place of this, and whether one still runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace os {

struct Question {
    std::vector<std::string> command;      // the first is looked for on the PATH
    std::vector<std::string> variables{};  // "NAME=value", besides those of this process
    std::string input{};                   // the file that it reads; empty: nothing
};

struct Answer {
    bool is_started = false;
    int status = -1;     // 0: it ended well
    std::string text{};  // what it wrote to standard output
};

[[nodiscard]] Answer ask(const Question& question);

// Does not return, unless the program cannot be started: an errno.
[[nodiscard]] int become(const std::vector<std::string>& command, const std::vector<std::string>& variables);

[[nodiscard]] bool is_running(std::int64_t process);

}  // namespace os
