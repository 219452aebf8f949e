// The classes of one file: what they derive from, their methods, and what `self.x` is.
#pragma once

#include "analysis/names/scope.h"
#include "analysis/values/value.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace values {

struct Class {
    syntax::Node node;
    const names::Scope* scope = nullptr;
    std::string name;           // qualified
    std::vector<Value> bases;
    bool is_module = false;     // an nn.Module, or it has a `forward` and bases that lead out of the file
    bool open = false;          // some base is not in this file, so that members may come from elsewhere
    const Class* base = nullptr;          // the first base of this file
    std::vector<const Class*> ancestors;  // of this file, itself first, in (approximate) resolution order
    std::map<std::string_view, syntax::Node> methods;     // defined in its own body
    std::map<std::string_view, Value> attributes;         // of instances and of the class, from its own code
    std::map<std::string_view, Value> constructed;        // as the calls of the class in this file make them
    std::set<std::string_view> rewritten;                 // assigned in other methods as well
    std::string_view external;  // the nearest base outside of the file that has a name: "torch.nn.Module"

    [[nodiscard]] const Class* owner_of(std::string_view method) const;  // which ancestor defines it
    [[nodiscard]] const Value* attribute(std::string_view name) const;
};

}  // namespace values
