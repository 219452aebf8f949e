// What is done with a number that numpy has made: a scalar of numpy is told from a number of Python by its dtype, by
// what a division by zero gives, by its methods. For python_number.
#pragma once

#include "analysis/function/function_facts.h"

namespace transforms::scalars {

// The first thing that is done with the number that may tell the two apart; none if all that is done with it takes both
// alike: `x.reshape(-1, n)`, `x[:n]`, `int(n)`, `x * n`, `if n > 3:`.
[[nodiscard]] syntax::Node teller_of(const function::Facts& facts, syntax::Node number);

}  // namespace transforms::scalars
