// Classes: what they derive from, their methods, and what `self.x` is.
#pragma once

#include "analysis/names/module.h"
#include "analysis/values/lattice/value.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace values {

// `self.attribute = value` in a method of a class; or `self.attribute += value`, which counts.
struct Write {
    std::string_view attribute;
    syntax::Node method;
    bool counts = false;
};

struct Class {
    static constexpr std::size_t max_ancestors = 100;  // a class that has more is open

    syntax::Node node;
    const names::Scope* scope = nullptr;
    std::string name;  // qualified
    std::vector<Value> bases;
    bool is_module = false;         // an nn.Module, or it has a `forward` and bases that lead out of the file
    bool open = false;              // some base could not be read, so that members may come from elsewhere
    std::vector<Class*> ancestors;  // itself first, in (approximate) resolution order
    std::map<std::string_view, syntax::Node> methods;  // defined in its own body
    std::map<std::string_view, Value> attributes;      // of instances and of the class, from its own code
    std::map<std::string_view, Value> constructed;     // as the calls of the class in this file make them
    std::set<std::string_view> rewritten;              // assigned in other methods as well
    // Of a class of another file, what is asked for is found out when it is.
    std::set<std::string_view> asked;   // attributes
    std::set<std::uint32_t> collected;  // methods that have been interpreted for what they write, by index
    std::optional<std::vector<Write>> writes;
    std::string_view external;  // the nearest base that only the knowledge describes: "torch.nn.Module"

    [[nodiscard]] const Class* owner_of(std::string_view method) const;  // which ancestor defines it
    [[nodiscard]] const Value* attribute(std::string_view name) const;   // as far as collected: Interpreter::attribute
};

// What is left of a number or text where something begins with it and may become another one.
[[nodiscard]] Value of_its_type(Value literal);
// What `dim: int = 8` in the body of a class says: what a field is by default, not what it is.
[[nodiscard]] Value of_field(syntax::Node name, Value value);
[[nodiscard]] std::vector<Write> writes_of(const Class& class_, const names::Module& names);

}  // namespace values
