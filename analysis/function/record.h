// Classes whose objects are records: `@dataclass`, namedtuples.
#pragma once

#include "analysis/function/function_facts.h"
#include "analysis/values/declared/classes.h"

namespace function {

// `@dataclass`, and nothing else.
[[nodiscard]] bool is_dataclass(const values::Program& program, const values::Class& class_);
// What the class makes holds what it is given, as Python itself puts it there.
[[nodiscard]] bool only_holds(const Facts& facts, values::Value made);

}  // namespace function
