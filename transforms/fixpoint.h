// The loop behind `fix`, with the analysis and the rewrites handed in: `fix` hands in the real ones, tests their own.
#pragma once

#include "transforms/fix.h"

#include <functional>

namespace transforms {

struct Steps {
    std::function<std::shared_ptr<const analysis::Analysis>(std::shared_ptr<const text::Source>)> analyze;
    std::function<Proposal(const analysis::Analysis&, const rules::Finding&)> propose;
    bool unsafe = false;
    bool runtime = false;
    std::function<bool()> cancelled{};              // then no more fixes are looked for
    std::size_t max_size = text::Source::max_size;  // a fix makes no text that is longer
};

// A nest of `if`s is rewritten from the inside out, one level per round.
inline constexpr int max_rounds = 40;

[[nodiscard]] Fixed fix_to_fixed_point(std::shared_ptr<const text::Source> source, const Steps& steps);

}  // namespace transforms
