// A call of a method of a class of the file, `self.bonus(x)`. A subclass, which may be in another file, may have
// another one: what is asked of the object tells.
#pragma once

#include "analysis/names/module.h"

#include <optional>
#include <string_view>

namespace effects {

struct CalledMethod {
    syntax::Node function;
    syntax::Node object;        // that it is called of: a name that always is the same one
    std::string_view of_class;  // it certainly is the function where `type(object)` is this
};

// A class of the file that is made of that one has another method of the name.
[[nodiscard]] bool is_overridden(const names::Module& names, const CalledMethod& method);

[[nodiscard]] std::optional<CalledMethod> called_method(const names::Module& names, syntax::Node call);

}  // namespace effects
