// What the rewrites of `x[m]` have in common: the read of elements under a mask that a finding is about, and what has
// to hold for the mask and the tensors to fit, so that all elements can be computed instead. For masked_write and
// masked_sum.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/metadata/inference.h"
#include "transforms/proof/guard.h"
#include "transforms/proof/proof.h"

#include <optional>
#include <string_view>
#include <vector>

namespace transforms::masks {

// Why it matters that all elements take part instead of some, and what is assumed then. PyTorch adds up what it
// averages in single precision, and `x.sum() / n` in that of x.
inline constexpr std::string_view in_order = "the sum of floats depends on their order",
                                  other_shapes = "shapes and dtypes are not all known",
                                  rounded = "a sum that is rounded in another order is as good",
                                  rounded_mean =
                                      "a sum that is rounded in another order, and finite in half "
                                      "precision, is as good";

// The subscript that the finding is about, if the mask is its only index.
[[nodiscard]] syntax::Node read_under(const function::Facts& facts, syntax::Node operand);
[[nodiscard]] syntax::Node mask_of(syntax::Node subscript);

// The statement runs where the mask has one, and nowhere else.
[[nodiscard]] bool is_asked_for(const function::Facts& facts, syntax::Node mask, syntax::Node statement);

// The mask was made of a column of the tensor, or along one dimension of it: `x[:, 2] > 0`, `x.norm(dim=-1) > 1`.
[[nodiscard]] bool has_one_less(const function::Facts& facts, syntax::Node mask, syntax::Node statement,
                                std::string_view tensor);

struct Fitted {
    metadata::Forms::Known known{};       // the forms, then
    std::string mask{};                   // that fits all elements: "mask[..., None]"
    bool whole = true;                    // the mask has the shape of the tensors, whatever that is
    std::optional<proof::Guard> first{};  // that it has the first dimensions of the tensors
    bool related = true;  // so it seems: one was computed with the other, or both have as many dimensions
};

// What is tested, or refused, so that all tensors have one shape, and the mask as well; with `dtypes`, one dtype as
// well; with `floating`, that is a floating one.
struct Fitting {
    enum class Mask : std::uint8_t { whole, first, rows };  // has all dimensions, the first ones, all but the last one

    const function::Facts& facts;
    syntax::Node statement;
    std::string_view torch;
    Mask allowed = Mask::whole;
    bool dtypes = false;
    bool floating = false;

    [[nodiscard]] Fitted fit(syntax::Node mask, const std::vector<syntax::Node>& tensors, proof::Proof& proof) const;
};

}  // namespace transforms::masks
