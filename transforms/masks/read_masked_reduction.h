// Elements under a mask that are reduced to one: `x[m].sum()`, `F.mse_loss(x[m], y[m])`. For masked_reduction.h.
#pragma once

#include "analysis/function/function_facts.h"
#include "analysis/operations/loss.h"
#include "transforms/edit/splice.h"
#include "transforms/proof/proof.h"

#include <optional>
#include <vector>

namespace transforms::masks {

// What becomes of the elements.
enum class Result : std::uint8_t { sum, average, truth };

// `x[m].sum()`, `(x[m] == y[m]).any()`, `torch.all(x[m] > 0)`, `F.mse_loss(x[m], y[m])`
struct Reduction {
    syntax::Node call;
    syntax::Node of;  // what is reduced; of a loss, the call
    std::optional<Result> result{};
    syntax::Node mask{};
    std::vector<syntax::Node> tensors{};         // x, y
    proof::Answer answer = proof::Answer::test;  // assume: they need no name, as nothing is tested of them
    std::vector<edit::Replacement> whole{};
    bool is_filled = false;  // where the mask is there to leave NaNs out, what is computed with gets 0 in their place
};

// The reduction around the read that the finding is about.
[[nodiscard]] std::optional<Reduction> reduction_of(const function::Facts& facts, syntax::Node operand,
                                                    proof::Answer answer);
// The loss that it is.
[[nodiscard]] std::optional<operations::Loss> loss_in(const function::Facts& facts, const Reduction& reduction);

}  // namespace transforms::masks
