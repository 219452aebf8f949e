// The tensors that the arms of a branch take from outside. For guard_search.cpp.
#pragma once

#include "transforms/if_conversion/read/branch.h"
#include "transforms/metadata/inference.h"

#include <optional>
#include <string>
#include <vector>

namespace transforms::if_conversion {

// A dtype that something is given in an arm: `torch.float32`.
struct AskedDtype {
    std::string text;
    operations::Form form;  // of such a tensor, apart from its shape
};

struct Read {
    metadata::Place place;
    operations::Form form;
    bool column = false;  // only read as `mask[..., None]`
    bool list = false;    // or as `mask[:, None]`: it has one dimension
    bool mask = false;    // has to be a bool tensor
    bool cast = false;    // only read as `mask.float()`
    bool counts = false;  // the group has nothing but whole numbers and what keeps them: `n + 1`, `torch.zeros_like(n)`
    std::optional<AskedDtype> asked{};  // in the group
    bool factor = false;                // only read as an operand of products
    std::string group{};                // what it is read with: only that has to be alike
    std::string shapes{};               // ... in shape: those in other products, or on another side, do not
};

// Each once; first the one that an arm leaves as it is. Those for one target, if it is given. `apart`: what a target is
// made of has nothing to do with the shape of what is made of that.
[[nodiscard]] std::vector<Read> reads_of(const function::Facts& facts, const Predication& at, metadata::Forms& forms,
                                         const Target* only = nullptr, bool apart = false);
// As nothing but the program says.
[[nodiscard]] std::vector<Read> reads_of(const function::Facts& facts, const Predication& at,
                                         const Target* only = nullptr);

// All that the target is made of: of `loss = base + kl` what `base` is made of as well.
[[nodiscard]] std::vector<metadata::Place> places_of(const function::Facts& facts, const Predication& at,
                                                     const Target& target);

// Of those in the group of shapes, the one that the others are compared with.
[[nodiscard]] const Read* leading(const std::vector<Read>& reads, const std::string& group);

}  // namespace transforms::if_conversion
