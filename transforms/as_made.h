// What the analysis knows of attributes from where their class makes them: `self.step` has no dimensions, because
// `__init__` makes it by `torch.zeros(())`. That is evidence for an assumption, told in fewer words than what is
// assumed of each. Asked by in_forms (forms.h).
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/proof/guard.h"

#include <string>
#include <vector>

namespace transforms {

struct AsMade {
    proof::Guards open;               // of which it says nothing
    std::vector<std::string> places;  // "self.step": of which the others speak
};

// Of the guards of a statement.
[[nodiscard]] AsMade as_made(const function::Facts& facts, syntax::Node statement, const proof::Guards& guards);
// "`self.step` and `self.every` are what `__init__` makes them"
[[nodiscard]] std::string says_as_made(const std::vector<std::string>& places);

}  // namespace transforms
