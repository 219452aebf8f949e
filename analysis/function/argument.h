// What an operation is given, and who gets a value: the parameter of a function of the file that is called, or a
// variable.
#pragma once

#include "analysis/function/function_facts.h"

#include <vector>

namespace function {

// The parameter that gets the argument; none if that is not clear. The call stands in the function of the facts.
[[nodiscard]] syntax::Node parameter_of(const Facts& facts, syntax::Node function, syntax::Node call,
                                        syntax::Node argument);

// The call of a method gives the object as the first argument.
[[nodiscard]] bool hands_in_object(const Facts& facts, syntax::Node function, syntax::Node call);
// The only function of the file that the call leads to, or none.
[[nodiscard]] syntax::Node only_callee(const Facts& facts, syntax::Node call);

// The tensor whose method is called, or none.
[[nodiscard]] syntax::Node receiver_of(const Facts& facts, syntax::Node call);
// All that an operator, or a call, is given: the receiver of a method, then the arguments, a dimension among them.
[[nodiscard]] std::vector<syntax::Node> operands_of(const Facts& facts, syntax::Node operation);

// `torch.add(x, y, out=z)`, `F.relu(x, inplace=True)`, `F.relu(x, True)`: what it is given holds the result, too.
[[nodiscard]] bool writes_argument(const Facts& facts, syntax::Node call);

// `h` of `h = f(x)`, for the call; null if the expression is not assigned to a variable.
[[nodiscard]] const names::Binding* assigned_variable(const Facts& facts, syntax::Node expression);

}  // namespace function
