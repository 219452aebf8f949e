// What a file gives another meaning without binding a name: `torch.where = mine`, `setattr(builtins, "any", f)`,
// `globals()["torch"] = fake`.
#pragma once

#include "analysis/names/module.h"

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace names {

struct Rebound {
    using Names = std::set<std::string, std::less<>>;
    static constexpr std::string_view any = "*";  // a name that is not known

    Names members{};  // of modules and their classes: "torch.where", "torch.Tensor.*"
    Names globals{};  // variables of the file

    [[nodiscard]] bool empty() const { return members.empty() && globals.empty(); }
    // Whether "torch.Tensor.sum" is another one: it, or what it is a member of.
    [[nodiscard]] bool has_member(std::string_view dotted) const;
    // Or may be.
    [[nodiscard]] bool may_have_member(std::string_view dotted) const;
};

[[nodiscard]] Rebound rebound_in(const Module& names);

}  // namespace names
