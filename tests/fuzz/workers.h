// Cases in processes of their own, so that one which crashes, hangs or takes all memory ends nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace fuzz {

struct Limits {
    double seconds = 1;  // of the processor, for each case
    std::size_t bytes = std::size_t{300} << 20U;
};

struct Spent {
    double seconds = 0;
    double most = 0;  // seconds, of one case
    std::uint32_t slowest = 0;
    std::size_t bytes = 0;  // the most that a process has had
    std::uint32_t wrong = 0;
};

struct Cases {
    std::function<std::string(std::uint32_t)> make;
    // Says whether all is well, and may throw std::bad_alloc.
    std::function<bool(std::uint32_t, const std::string&)> work;
    // Is told of those that did not come to an end, and why: "took more than 1 s", "died of Segmentation fault".
    std::function<void(std::uint32_t, const std::string&)> died;
};

// Makes a text of every number from `first` on and works on it, in another process; tells of the dead in this one.
Spent run_apart(std::uint32_t first, std::uint32_t count, const Limits& limits, const Cases& cases);

}  // namespace fuzz
