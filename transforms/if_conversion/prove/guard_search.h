// What a test in front of the new code may take for granted: that the tensors of the arms have one shape, one dtype, a
// floating dtype; or that what an arm leaves as it is has no dimensions, as what another one makes; or that
// a matrix is a square one, so that a product with it has the shape of the other operand. The settings are
// tried from nothing to all of it.
#pragma once

#include "transforms/condition/predicate.h"
#include "transforms/if_conversion/read/branch.h"
#include "transforms/metadata/inference.h"
#include "transforms/proof/proof.h"

#include <array>

namespace transforms::if_conversion {

struct Setting {
    bool shapes = false;
    bool dtypes = false;
    bool floating = false;
    bool scalars = false;
    bool squares = false;
    bool apart = false;   // the shapes of each target for itself
    bool trusts = false;  // no test: it is assumed that shapes and dtypes fit
};

inline constexpr std::array<Setting, 19> settings{{
    {},
    {.floating = true},
    {.dtypes = true},
    {.shapes = true, .apart = true},
    {.shapes = true},
    {.dtypes = true, .floating = true},
    {.shapes = true, .dtypes = true, .apart = true},
    {.shapes = true, .dtypes = true},
    {.shapes = true, .dtypes = true, .floating = true, .apart = true},
    {.shapes = true, .dtypes = true, .floating = true},
    {.squares = true},
    {.dtypes = true, .squares = true},
    {.shapes = true, .dtypes = true, .squares = true},
    {.dtypes = true, .floating = true, .squares = true},
    {.shapes = true, .dtypes = true, .floating = true, .squares = true},
    {.scalars = true},
    {.floating = true, .scalars = true},
    {.dtypes = true, .scalars = true},
    {.dtypes = true, .floating = true, .scalars = true},
}};

// Where these fail, and it may be assumed that no shape or dtype makes an arm raise an error.
inline constexpr std::array<Setting, 4> trusting{{
    {.trusts = true},
    {.floating = true, .trusts = true},
    {.shapes = true, .dtypes = true, .trusts = true},
    {.shapes = true, .dtypes = true, .floating = true, .trusts = true},
}};

// The forms of the places that the arms read, as far as they follow from the setting, besides those that are `given`;
// adds the tests to the proof.
[[nodiscard]] metadata::Forms::Known assume_setting(const function::Facts& facts, const Predication& at,
                                                    const Setting& setting, proof::Proof& proof,
                                                    metadata::Forms::Known given = {});
// A setting without dimensions makes a difference.
[[nodiscard]] bool has_scalars(const function::Facts& facts, const Predication& at);
// A setting with square matrices does.
[[nodiscard]] bool has_factors(const function::Facts& facts, const Predication& at);
// What is multiplied with others by `@`, and nothing else, may be such.
void take_squares(const function::Facts& facts, const Predication& at, const Setting& setting, metadata::Forms& forms,
                  proof::Proof& proof);
// A mask that is read as `mask[..., None]` may have the shape of the others without the last dimension.
void absorb_columns(const function::Facts& facts, const Predication& at, const Setting& setting, metadata::Forms& forms,
                    proof::Proof& proof);
// Adds a test that the condition is on the device of the tensor there; false if nothing of it tells its device.
[[nodiscard]] bool test_device(const function::Facts& facts, const Predication& at, const metadata::Place& lead,
                               const condition::Predicate& predicate, const metadata::Forms& forms,
                               proof::Proof& proof);

// A place with a tensor that the arms take from outside for the target; what they leave as it is, if they do.
[[nodiscard]] std::optional<metadata::Place> tensor_of_arms(const function::Facts& facts, const Predication& at,
                                                            const Target& target);

}  // namespace transforms::if_conversion
