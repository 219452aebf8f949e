// What is granted to the proof of a branch (guard_search.h): the guards that show it, and the forms of the tensors that
// follow from them.
#pragma once

#include "transforms/if_conversion/read/branch.h"
#include "transforms/metadata/inference.h"
#include "transforms/proof/proof.h"

namespace transforms::if_conversion {

// What makes a difference there, if it is granted.
[[nodiscard]] proof::Requirements possible_requirements(const function::Facts& facts, const Predication& at,
                                                        proof::Answer answer);

// The forms of the places that the arms read, as far as they follow from what is granted, besides those that are
// `given`; adds the tests to the proof.
[[nodiscard]] metadata::Forms::Known grant(const function::Facts& facts, const Predication& at,
                                           proof::Requirements granted, proof::Proof& proof,
                                           metadata::Forms::Known given = {});
// What is multiplied with others by `@`, and nothing else, may be such.
void take_squares(const function::Facts& facts, const Predication& at, proof::Requirements granted,
                  metadata::Forms& forms, proof::Proof& proof);
// A mask that is read as `mask[..., None]` may have the shape of the others without the last dimension.
void absorb_columns(const function::Facts& facts, const Predication& at, proof::Requirements granted,
                    metadata::Forms& forms, proof::Proof& proof);

}  // namespace transforms::if_conversion
