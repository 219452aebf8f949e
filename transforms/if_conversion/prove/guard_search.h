// Required guards: what the proof of a branch asks for is tested in front of the new code, and taken for granted by the
// next attempt: that the tensors of the arms have one shape, one dtype, a floating dtype. Nothing is tested that no
// obligation has asked for.
#pragma once

#include "transforms/condition/predicate.h"
#include "transforms/if_conversion/read/branch.h"
#include "transforms/metadata/inference.h"
#include "transforms/proof/proof.h"

#include <map>
#include <optional>
#include <set>

namespace transforms::if_conversion {

// What may be granted, the cheapest for the reader first; a refusal says what would help it. Each attempt grants one
// thing more than one that failed, and no set is tried twice.
class GuardSearch {
  public:
    explicit GuardSearch(proof::Requirements possible) : possible_(possible) { add({}); }

    // What the next attempt may take for granted. None: nothing is left that would help.
    [[nodiscard]] std::optional<proof::Requirements> next();
    void failed(proof::Requirements granted, proof::Requirements would_help);

  private:
    void add(proof::Requirements granted);

    proof::Requirements possible_;
    std::multimap<int, proof::Requirements> open_{};  // by what they cost
    std::set<proof::Requirements> seen_{};
};

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
// Adds a test that the condition is on the device of the tensor there; false if nothing of it tells its device.
[[nodiscard]] bool test_device(const function::Facts& facts, const Predication& at, const metadata::Place& lead,
                               const condition::Predicate& predicate, const metadata::Forms& forms,
                               proof::Proof& proof);

// A place with a tensor that the arms take from outside for the target; what they leave as it is, if they do.
[[nodiscard]] std::optional<metadata::Place> tensor_of_arms(const function::Facts& facts, const Predication& at,
                                                            const Target& target);

}  // namespace transforms::if_conversion
