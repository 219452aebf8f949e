// Dicts, lists and tuples that a function makes as a literal, and that stay what they are: `stats = {"loss": loss}`,
// then `stats["loss"]`.
#pragma once

#include "analysis/function/function_facts.h"

#include <optional>
#include <vector>

namespace effects {

// Its values in order; nothing if the name may hold another container, or something may change it.
[[nodiscard]] std::optional<std::vector<syntax::Node>> items_of(const function::Facts& facts, syntax::Node name);
// The value at a constant place of it, or none.
[[nodiscard]] syntax::Node item_at(const function::Facts& facts, syntax::Node subscript);
// `stats.items()` of it, and its like.
[[nodiscard]] bool reads_items(const function::Facts& facts, syntax::Node call);
// The values that a variable goes through: of `for name, value in stats.items():`; nothing if it is none of such a
// loop.
[[nodiscard]] std::optional<std::vector<syntax::Node>> items_of_loop(const function::Facts& facts,
                                                                     const names::Binding& variable);

}  // namespace effects
