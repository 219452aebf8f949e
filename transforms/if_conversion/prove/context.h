// One attempt to prove that a branch may become a select: what is asked, and what is known and found out on the way.
// The obligations are functions of it: obligations.cpp, speculatable_arms.h, same_metadata.h, same_gradients.h,
// unobservable_copy.h.
#pragma once

#include "analysis/effects/provenance.h"
#include "transforms/condition/predicate.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"
#include "transforms/if_conversion/read/branch.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace transforms::if_conversion {

// Behind the target, its variable holds what the arm assigns.
void assign(const std::vector<Target>& targets, std::size_t index, std::size_t arm, metadata::Forms& forms);

struct Case {
    const function::Facts& facts;
    const Predication& at;
    condition::Predicate& predicate;
    metadata::Forms& forms;
    proof::Proof& proof;
    bool starts_as_number = false;              // a target does, and becomes a tensor (effects/accumulator.h)
    bool trusts = false;                        // Requirement::fit is granted
    std::set<std::size_t> numbers{};            // the targets that are numbers, and become tensors without dimensions
    std::map<std::size_t, std::string> wide{};  // those of them in double precision: a tensor that can make one
    std::vector<edit::Replacement> lifted{};    // symfloat_operands.h

    [[nodiscard]] std::string name_of(const Target& target) const {
        if (!target.text.empty()) return "`" + target.text + "`";
        return target.cut ? edit::quoted(target.cut) : target.written ? edit::quoted(target.written) : "the value";
    }
    // A tensor takes the place of what the arms leave there.
    [[nodiscard]] bool chooses_tensor(std::size_t index) const {
        const Target& target = at.targets[index];
        return !target.temporary && !target.alike && !numbers.contains(index);
    }
    // None are recorded by the function, or by whoever calls it, as far as is seen.
    [[nodiscard]] bool records_none() const;
    // The branch stands in a `with torch.no_grad():`.
    [[nodiscard]] bool stops_gradients() const;
    // None are recorded, or writes_unseen() tests that.
    [[nodiscard]] bool without_gradients() const {
        const auto writes = [](const Target& target) { return static_cast<bool>(target.written); };
        return records_none() || stops_gradients() ||
               (proof.answer() == proof::Answer::test && std::ranges::any_of(at.targets, writes));
    }
    // What the condition assigns to the target's variable: `(peak := loss.max()) > limit`. Or none.
    [[nodiscard]] syntax::Node by_walrus(const Target& target) const;
    [[nodiscard]] values::Value before(const Target& target) const { return value_before(facts, at, target); }
    // The variable that it is, or is a part of; also `y` of `y: Tensor = a if c else b`. Or none.
    [[nodiscard]] const names::Binding* assigned(const Target& target) const;
    // Of the tensors that an arm leaves there.
    [[nodiscard]] effects::Roots roots(std::size_t index, std::size_t arm) const;
    // Without what is tested to be a number.
    [[nodiscard]] effects::Roots tensors_of(effects::Roots roots) const;
};

}  // namespace transforms::if_conversion
