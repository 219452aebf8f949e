// Targets that are numbers: in one arm, in another, or what is left of them. Tensors without dimensions serve for them
// where nothing that reads them tells. For same_metadata.h.
#pragma once

#include "transforms/if_conversion/prove/context.h"

#include <cstddef>
#include <vector>

namespace transforms::if_conversion {

// `self.pos_weight` beside a number, of which nothing is known.
[[nodiscard]] bool may_be_number(const Case& c, syntax::Node value);
// What the arms give, and what an arm leaves, if all of it is known numbers, or one is and the rest may be.
[[nodiscard]] std::vector<syntax::Node> numbers_of_arms(Case& c, const Target& target);
// `if scale == 0: scale = 1.0`, of a number that a tensor stands for: it is assigned nothing but numbers.
[[nodiscard]] bool stays_kept(const Case& c, const Target& target);
// `s / 127.0 if s > 0 else 1.0`, likewise.
[[nodiscard]] bool are_made_of_kept(const std::vector<operations::Form>& arms);

// It only goes into arithmetic with tensors that take a tensor without dimensions as they take a number. In double
// precision, if others than those of few digits are among them, or Python computes with it.
void number_serves(Case& c, std::size_t index, const std::vector<syntax::Node>& numbers);
// The same, where what is computed with it may be rounded as tensors are: what it meets need not be known then.
void number_serves_roughly(Case& c, const Target& target, const std::vector<syntax::Node>& numbers);
// The same, where another arm gives a tensor without dimensions: whoever gets the numbers takes one already.
void number_serves_beside_tensor(Case& c, const Target& target, const std::vector<syntax::Node>& numbers);

}  // namespace transforms::if_conversion
