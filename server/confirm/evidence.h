// What runs of a program have shown of what fixes assume: how often it held, and the call that refuted it. Asked by
// whoever offers fixes; history.h keeps it.
#pragma once

#include "analysis/rules/finding.h"
#include "analysis/text/source.h"
#include "transforms/transforms.h"

#include <cstdint>
#include <string>
#include <vector>

namespace confirm {

// A test that fixes of a finding assume, over all runs of one text of the file.
struct Observed {
    std::string code;        // of the finding
    std::string function;    // likewise
    std::uint32_t line = 0;  // likewise, 1-based
    std::string test;        // "y.shape == out.shape"
    std::uint64_t held = 0;  // calls
    std::uint64_t failed = 0;
    std::uint64_t runs = 0;  // that came by
    std::string refuted{};   // the values with which it failed first: "y is float32[3, 4], out is float32[3]"

    [[nodiscard]] bool is_same_test(const Observed& other) const;
    void add(const Observed& other);
};

class Evidence {
  public:
    Evidence() = default;
    explicit Evidence(std::vector<Observed> observed) : observed_(std::move(observed)) {}

    // Takes out fixes whose assumptions a run has refuted, and says of others in how many calls they held.
    // `is_as_seen`: the text is that of the runs. In one that fixes have changed since, lines have moved, and a test
    // that failed anywhere in a function is taken for refuted in all of it.
    void weigh(transforms::Proposal& proposal, const rules::Finding& finding, const text::Source& source,
               bool is_as_seen = true) const;

  private:
    [[nodiscard]] const Observed* refuting(const transforms::Fix& fix, const rules::Finding& finding,
                                           std::uint32_t line, bool is_as_seen) const;
    [[nodiscard]] std::string held(const transforms::Fix& fix, const rules::Finding& finding, std::uint32_t line) const;

    std::vector<Observed> observed_;
};

}  // namespace confirm
