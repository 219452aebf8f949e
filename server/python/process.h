// A program of the user, run as a child: how it is started, how it ended. The program's standard streams stay its own,
// unless they are said to be ours.
// Used by the commands that run the user's code, and by nothing else.
#pragma once

#include "server/python/channel.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace python {

enum class Streams : std::uint8_t {
    own,         // as they are
    out_to_err,  // what it prints goes to standard error: standard output is ours
    apart,       // likewise, and it has nothing to read: standard input is ours, too
};

struct Program {
    std::vector<std::string> command;        // the first is a path
    std::vector<std::string> environment{};  // "NAME=value", besides that of this process
    std::chrono::seconds timeout{0};         // 0: none
    Streams streams = Streams::own;
};

struct Outcome {
    enum class End : std::uint8_t { exited, killed, timed_out, interrupted, not_started };
    End end = End::exited;
    int code = 0;  // the exit status, the signal, or the errno
};

[[nodiscard]] std::string to_string(const Outcome& outcome);  // "was killed by signal 9, ..."

// Runs it to its end, in a process group of its own, with GRAPHMEND_CHANNEL naming the channel. When the time is over
// the whole group is killed; SIGINT and SIGTERM are passed on to it.
[[nodiscard]] Outcome run(const Program& program, Channel& channel, const Heard& heard);

}  // namespace python
