// What is done with the elements under a mask, and with nothing else, where the mask has a true element:
//
//     if m.any():                      root = torch.sqrt(d[m])
//         root = torch.sqrt(d[m])  ->  out[m, 0] = -b[m] + root
//         out[m, 0] = -b[m] + root
//
// Without one it is done with no elements, and changes nothing. For redundant_any.h.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/condition/emptiness.h"
#include "transforms/proof/proof.h"

namespace transforms::masks {

// The dtype of what is asked for an element is not known to be another one than bool.
void is_taken_for_mask(const function::Facts& facts, syntax::Node mask, proof::Proof& proof);
// A write of nothing is one to PyTorch: it raises where the tensor is a leaf, or kept for a backward.
void write_of_nothing(const function::Facts& facts, syntax::Node branch, syntax::Node mask, syntax::Node tensor,
                      proof::Proof& proof);

// What is assumed, so that the mask need not be asked for; or refused.
[[nodiscard]] proof::Proof prove_any_selection(const function::Facts& facts, syntax::Node branch,
                                               const condition::AskedMask& mask);

}  // namespace transforms::masks
