// Whether a rewrite leaves gradients as they are: None stays None, and what is not chosen adds nothing to the others.
#pragma once

#include "analysis/effects/provenance.h"
#include "analysis/function/function_facts.h"
#include "transforms/proof/proof.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace transforms::speculation {

// A guard that no gradient is wanted for any of the tensors: "not (x.requires_grad or y.requires_grad)".
// Nothing if one of them has no name at the statement any more. What has to be a tensor for that is tested in `kinds`.
[[nodiscard]] std::optional<proof::Guard> wants_no_gradient(const function::Facts& facts, syntax::Node statement,
                                                            const std::set<effects::Root>& roots, proof::Proof& kinds);
// The same of the variables that the root comes in by: in the expressions, or the one that an arm leaves as it is.
[[nodiscard]] std::optional<proof::Guard> wants_no_gradient(const function::Facts& facts, syntax::Node statement,
                                                            const effects::Root& root,
                                                            const std::vector<syntax::Node>& expressions,
                                                            const names::Binding* kept, proof::Proof& kinds);

// Whatever the first one holds, it was computed from the second: `total = x * 0.0`, then `total = total + e`. So that
// gets a gradient wherever the first one gets one.
[[nodiscard]] bool always_comes_from(const function::Facts& facts, const effects::Root& made,
                                     const effects::Root& root);

// `v.detach() * 0.9`: the expression, if there is one, asks for no gradient somewhere.
[[nodiscard]] bool detaches(const function::Facts& facts, syntax::Node expression);

// `norm` of `norm < 1e-6`, where `norm = x.square().sum().sqrt()`, whose slope is infinite there; or none.
[[nodiscard]] syntax::Node asked_at_border(const function::Facts& facts, syntax::Node condition);

// `y.detach_()`, `y.data = z`, anywhere in the function.
[[nodiscard]] bool changes_in_place(const function::Facts& facts, const names::Binding& variable);

// A gradient of zero for the value may become something else for what it was computed from: `x.exp()` at infinity. If
// `factors` are asked for, it does not where these numbers, parameters and attributes, are moderate ones.
[[nodiscard]] bool may_spoil(const function::Facts& facts, syntax::Node expression,
                             std::vector<syntax::Node>* factors = nullptr);

}  // namespace transforms::speculation
