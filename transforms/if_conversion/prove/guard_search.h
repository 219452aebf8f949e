// Which guards the proof of a branch requires: it is asked for with nothing granted, and each refusal says what would
// help it (proof/requirements.h). Nothing is tested that no obligation has asked for.
#pragma once

#include "transforms/proof/requirements.h"

#include <map>
#include <optional>
#include <set>

namespace transforms::if_conversion {

// What may be granted, the cheapest for the reader first; a refusal says what would help it. Each attempt grants one
// thing more than one that failed, and no set is tried twice.
class GuardSearch {
  public:
    explicit GuardSearch(proof::Requirements possible) : possible_(possible) { add({}); }

    // What the next attempt may take for granted. None: nothing is left that would help.
    [[nodiscard]] std::optional<proof::Requirements> next();
    void failed(proof::Requirements granted, proof::Requirements would_help);

  private:
    void add(proof::Requirements granted);

    proof::Requirements possible_;
    std::multimap<int, proof::Requirements> open_{};  // by what they cost
    std::set<proof::Requirements> seen_{};
};

}  // namespace transforms::if_conversion
