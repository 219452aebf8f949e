// Who takes a number that a function only hands on: `return loss, {"l1": l1.item()}`, `self.last = loss.item()`. Under
// the assumption that they take a tensor as well, the number stays one. Asked by NumberUses.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/edit/edit.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::scalar_uses {

// What is assumed of those who take the number.
inline constexpr std::string_view take_a_tensor = " take a tensor without dimensions for a number",
                                  takes_the_other = " takes a tensor for the number, as in the other arm";
// The assumptions, with one sentence for all takers: "readers of `out` and callers take a tensor ...".
[[nodiscard]] std::vector<std::string> with_takers_joined(const std::vector<std::string>& assumptions);

// Of callers of callers, and of places that call a function: what is followed.
inline constexpr int most_deep = 2;
inline constexpr std::size_t most_calls = 8;
// Calls of the function that the analysis has followed.
[[nodiscard]] inline const std::vector<syntax::Node>& calls_of(const function::Facts& facts) {
    return facts.program().calls().places(facts.function());
}

struct Takers {
    std::vector<std::string> names;  // "callers", "readers of `self.last`"; none if nobody takes it
    std::vector<syntax::Node> sums;  // `self.seen += n`, which would write to the tensor that others hold
    bool computes = false;           // `sum(parts) / len(parts)`, in the precision of the tensors
    bool alone = false;              // callers who are not seen get the number by itself: they may compute with it
};
// Nothing if the function, or a caller that is seen, does anything else with the number, or with a container that it
// goes into.
[[nodiscard]] std::optional<Takers> takers_of(const function::Facts& facts, syntax::Node number);

// The same of an expression that is a list of numbers.
[[nodiscard]] std::optional<Takers> takers_of_list(const function::Facts& facts, syntax::Node list);

// `self.seen = self.seen + n` for each `self.seen += n`.
[[nodiscard]] std::vector<edit::Edit> as_new_sums(std::span<const syntax::Node> updates);

// Somewhere the file asks whether something is a number, or writes it as JSON: a tensor is told from it there.
struct Tells {
    bool numbers = false;
};
[[nodiscard]] Tells tells_numbers(const syntax::Tree& tree);

}  // namespace transforms::scalar_uses
