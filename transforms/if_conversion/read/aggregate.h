// Expressions that make a new structure of values and do nothing else: `(h, c)`, `[h, c]`, `{"h": h, "c": c}`,
// `Carry(h, cell=c)`, and one of them in another. Where arms make the same one, each of its parts is chosen:
//
//     carry = Carry(h * 0.5, cell=c)     or     carry = Carry(torch.where(condition, h * 0.5, h), cell=c)
#pragma once

#include "analysis/function/function_facts.h"

#include <optional>
#include <string>
#include <vector>

namespace transforms::if_conversion {

struct Display {
    std::vector<std::string> around;  // the text in front of each part, and behind the last one
    std::vector<syntax::Node> parts;
};

// Nothing for all others, and for one without parts, or with very many.
[[nodiscard]] std::optional<Display> display_of(const function::Facts& facts, syntax::Node value);

}  // namespace transforms::if_conversion
