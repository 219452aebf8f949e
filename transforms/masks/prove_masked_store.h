// What has to hold so that what is written under a mask can be computed for all elements. For masked_write and
// any_gate.
#pragma once

#include "transforms/masks/read_masked_store.h"

#include <string>
#include <string_view>

namespace transforms::masks {

struct ProvenWrite {
    proof::Proof proof{};
    std::string mask{};             // for all elements
    bool spoils_gradients = false;  // where that is not tested: outside of the mask
};

// What is tested in front, as little as suffices, or refused; fills in what the value reads. `rebinds`: the variable
// gets a new tensor.
[[nodiscard]] ProvenWrite prove_write(const function::Facts& facts, Write& write, std::string_view torch, bool rebinds,
                                      proof::Answer answer = proof::Answer::test);
// The variable may get a new tensor where the statement writes to the old one.
[[nodiscard]] bool may_rebind(const function::Facts& facts, const names::Binding& variable, syntax::Node statement);
// A write in place to one that is a leaf of the gradients raises an error.
[[nodiscard]] bool may_be_leaf(const function::Facts& facts, syntax::Node tensor);
// Why the tensor may not be written to in the place of the branch on a mask, whether or not it has a true element:
// nothing if it may.
[[nodiscard]] std::optional<std::string> unfit_to_write(const function::Facts& facts, syntax::Node branch,
                                                        std::string_view mask, syntax::Node tensor);
// Something around the statement may see when an error is raised, or which variables there are.
[[nodiscard]] bool is_watched(const function::Facts& facts, syntax::Node statement);

}  // namespace transforms::masks
