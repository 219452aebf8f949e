// The user's Python with our package in it, doing one thing. Used by the commands that run the user's code.
#pragma once

#include "server/python/process.h"

#include <chrono>
#include <string>

namespace commands {

struct Ended {
    std::string interpreter;  // that was found
    python::Outcome outcome;
    std::string problem;  // why nothing could be run, as a sentence; or empty
};

// `request` is one line of JSON, whose "do" says what; see runner/graphmend/work.py.
[[nodiscard]] Ended run_python(const std::string& asked_interpreter, const std::string& request,
                               std::chrono::seconds timeout, python::Streams streams, const python::Heard& heard);

}  // namespace commands
