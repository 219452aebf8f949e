// Fixes as a text: those of all findings, applied to a fixed point.
#pragma once

#include "transforms/choice.h"
#include "transforms/rewrite.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace transforms {

// Fixes that can be applied together: in order, skipping those that overlap an earlier one; identical edits are merged.
[[nodiscard]] std::vector<edit::Edit> combine(std::span<const Fix* const> fixes);

// What runs of the program have shown: takes out what they have refuted, and makes safe what they have confirmed.
using Weigh = std::function<void(const analysis::Analysis&, const rules::Finding&, Proposal&)>;

// The text after all fixes that are wanted, applied to a fixed point. A round whose result does not parse is undone,
// and a text that does not parse to begin with is left alone.
[[nodiscard]] Fixed fix(std::shared_ptr<const text::Source> source, const analysis::Options& options,
                        const Choice& choice, const Weigh& weigh = {});

// The loop behind `fix`, with the analysis and the rewrites handed in: `fix` hands in the real ones, tests their own.
struct Steps {
    std::function<std::shared_ptr<const analysis::Analysis>(std::shared_ptr<const text::Source>)> analyze;
    std::function<Proposal(const analysis::Analysis&, const rules::Finding&)> propose;
    Choice choice{};
    Weigh weigh{};
    std::function<bool()> cancelled{};              // then no more fixes are looked for
    std::size_t max_size = text::Source::max_size;  // a fix makes no text that is longer
};

// A nest of `if`s is rewritten from the inside out, one level per round.
inline constexpr int max_rounds = 40;

[[nodiscard]] Fixed fix_to_fixed_point(std::shared_ptr<const text::Source> source, const Steps& steps);

}  // namespace transforms
