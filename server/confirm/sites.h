// The statements at which Dynamo broke, over all processes of a run.
#pragma once

#include "server/confirm/run.h"
#include "server/confirm/statements.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace confirm {

// Which files are the user's; the others are libraries, whose breaks are told at the user's call.
class Ours {
  public:
    // `libraries`: folders; `packages`: installed, and the user's business all the same, "transformers".
    Ours(std::vector<std::string> libraries, std::vector<std::string> packages)
        : libraries_(std::move(libraries)), packages_(std::move(packages)) {}
    [[nodiscard]] bool operator()(const std::string& path) const;

  private:
    std::vector<std::string> libraries_;
    std::vector<std::string> packages_;
};

struct ByNumber {  // "2" before "10"
    [[nodiscard]] bool operator()(const std::string& a, const std::string& b) const {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    }
};

struct Site {
    enum class Kind : std::uint8_t {
        own,          // the statement breaks
        library,      // code of a library, which Dynamo met on its own after a break
        consequence,  // of an earlier break: a generator run on its own, because its caller was left to eager
    };
    std::string path;
    Statement statement;
    Kind kind = Kind::own;
    std::string outcome;          // the worst: "split", "skip", "error"
    std::vector<std::string> gb;  // of PyTorch's registry
    std::string type;             // "Data-dependent branching"
    std::string reason;           // all that Dynamo said the first time
    std::vector<Place> stack;     // the longest that was seen
    std::uint64_t compiled = 0;   // times that Dynamo met it
    std::uint64_t runs = 0;       // times that it broke at run time, as far as this can be counted
    std::uint64_t most = 0;       // within one forward
    std::map<std::string, std::uint64_t, ByNumber> ranks;  // of a distributed program that met it, with `runs` of each
};

// Sorted by path and line.
[[nodiscard]] std::vector<Site> sites_of(const Run& run, const Ours& ours, Statements& statements);

// What happens at run time is counted on one rank of a distributed program, which stands for the others.
[[nodiscard]] std::string counted_rank(const Run& run);

// "12 times per forward", "3 times in 10 forwards".
[[nodiscard]] std::string frequency(const Site& site, std::uint64_t forwards);

// The hints in what Dynamo said.
[[nodiscard]] std::vector<std::string> hints_of(const std::string& reason);

}  // namespace confirm
