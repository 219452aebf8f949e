// What the analyses of a function have found, as text: a line for each statement of each function. Asked with
// `graphmend dump`, and compared by tests; the rewrites get the same answers from the same functions.
#pragma once

#include "analysis/function/function_facts.h"
#include "analysis/syntax/python.h"
#include "analysis/values/program.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace effects {

// `5: live y z, defined x y z`: variables that may be read behind the statement, and those that are certainly assigned
// when control comes to it.
[[nodiscard]] std::string print_liveness(const values::Program& program);

// `5: y from x w, unshared y z`: which tensors the assigned value comes from, and the variables that hold the only
// reference to theirs when control comes to the statement. Behind an assignment, who could tell the variable's tensor
// from a copy: `y is written at 7`, `told at 8`, `returned at 9`.
[[nodiscard]] std::string print_aliases(const values::Program& program);

// Such a text: a head for each function, and what `told` says of its statements, where it says something.
using Told = std::function<std::string(const function::Facts&, syntax::Node)>;
[[nodiscard]] std::string dump(const values::Program& program, const Told& told);
void add(std::string& list, std::string_view item, std::string_view between = " ");
[[nodiscard]] bool has_block(syntax::Node statement);
// `y = e`, alone in its statement.
[[nodiscard]] std::optional<syntax::Assignment> assignment_of(syntax::Node statement);

}  // namespace effects
