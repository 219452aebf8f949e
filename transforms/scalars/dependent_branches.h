// Branches on a number that is kept a tensor (eliminate_item.h), rewritten together with its read: they would break the
// graph in its place.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/edit/edit.h"
#include "transforms/if_conversion/prove/obligations.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::scalars {

// A name of what is a tensor then, and the term of its Form.
struct KeptName {
    const names::Binding* variable;
    std::string term = "float";
};

// What is known of the number where it is a tensor.
struct KeptNumber {
    std::vector<KeptName> names;           // the first tells whether it is one
    syntax::Node tensor;                   // that it is read from
    std::vector<syntax::Node> partners{};  // tensors of a floating dtype then, and on its device
    std::optional<proof::Guard> test{};    // that it is one, where it may have stayed a number
};

struct KeptBranches {
    std::vector<edit::Edit> edits{};
    std::vector<std::string> assumptions{};
    proof::Guards tests{};
    std::string refused{};  // why one of them cannot be rewritten
    bool doubtful = false;  // a person has to decide whether what is assumed holds
};

// Why a branch on the operand stays one, or nothing: a check that raises may be an assertion in graphs.
[[nodiscard]] std::optional<std::string> unreadable_but_checked(const function::Facts& facts, syntax::Node operand);

// `tested`: the new code stands behind `tests`, each in front of its own.
[[nodiscard]] KeptBranches rewrite_branches(const function::Facts& facts, const KeptNumber& number,
                                            const std::vector<syntax::Node>& conditions, std::string_view torch,
                                            proof::Answer answer, bool tested);

}  // namespace transforms::scalars
