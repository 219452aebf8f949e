// What a run of the user's program on the real PyTorch told, as values. The runner sends it as lines of JSON, from one
// or many processes; whatever arrived before a process died counts.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace confirm {

// A line of a file, as Python names it, and the function that it is in.
struct Place {
    std::string path;
    std::uint32_t line = 0;  // 1-based
    std::string function;
    auto operator<=>(const Place&) const = default;
};

// Dynamo ended a graph, or gave a frame up.
struct Break {
    std::int64_t id = 0;         // in its process
    std::vector<Place> stack;    // of the code traced, outermost first; empty when a frame as a whole was refused
    std::vector<Place> caller;   // where the program itself was
    std::optional<Place> frame;  // that was being compiled: its first line
    std::string reason;
    std::string type;  // "Data-dependent branching"
    std::vector<std::string> gb;
    std::string outcome;  // "split", "skip", "error"
};

// One attempt to compile a frame.
struct Frame {
    Place code;
    std::string status;  // "compiled", "left" to eager, "failed"
    std::string why;
    std::map<std::string, std::vector<std::uint32_t>> lines;  // that were traced, by path
};

struct Recompilation {
    Place code;
    std::vector<std::string> reasons;  // the guards that failed: "tensor 'x' size mismatch at index 0. expected 2, ..."
};

// How often something happened while compiled code ran.
struct Counted {
    Place at;
    std::uint64_t all = 0;
    std::uint64_t most = 0;  // within one forward
};

struct Process {
    std::string rank;  // of a distributed program
    std::vector<Break> breaks;
    std::vector<Frame> frames;
    std::vector<Recompilation> recompilations;
    std::vector<std::pair<Place, std::uint64_t>> ddp;  // graphs that were split for DistributedDataParallel
    std::uint64_t forwards = 0;                        // outermost calls of compiled code
    std::map<std::string, std::uint64_t> signatures;   // "Model(float32[2, 4]) training, grad"
    std::vector<Counted> resumed;                      // behind a break at the place
    std::vector<Counted> eager;                        // runs of frames that were left to eager
};

struct Run {
    std::string python;                  // "3.11.7"
    std::string torch;                   // "2.13.0+cpu"
    std::string device;                  // "cpu"
    std::string executable;              // of Python
    std::vector<std::string> libraries;  // folders of Python's own modules and of torch
    std::map<std::int64_t, Process> processes;
    std::vector<std::string> modules;   // files that the program imported
    std::vector<std::string> problems;  // sentences about what went wrong
    std::uint64_t unreadable = 0;       // lines that were no event
};

void hear(Run& run, std::string_view line);

// `0/1: n == 2, and n is 3       # return x * n  # models/model.py:18 in forward` and lines of a stack behind it
// -> `n == 2, and n is 3 (model.py:18)`
[[nodiscard]] std::string in_short(std::string guard);

}  // namespace confirm
