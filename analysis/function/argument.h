// Which parameter of a function of the file gets which argument of a call.
#pragma once

#include "analysis/function/function_facts.h"

namespace function {

// The parameter that gets the argument; none if that is not clear. The call stands in the function of the facts.
[[nodiscard]] syntax::Node parameter_of(const Facts& facts, syntax::Node function, syntax::Node call,
                                        syntax::Node argument);

}  // namespace function
