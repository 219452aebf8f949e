// What a test in front of the new code may take for granted: that the tensors of the arms have one shape, one dtype, a
// floating dtype. The settings are tried from nothing to all of it.
#pragma once

#include "transforms/forms.h"
#include "transforms/predicate.h"
#include "transforms/predication.h"
#include "transforms/proof.h"

#include <array>

namespace transforms {

struct Setting {
    bool shapes = false;
    bool dtypes = false;
    bool floating = false;
};

inline constexpr std::array<Setting, 7> settings{{
    {},
    {.floating = true},
    {.dtypes = true},
    {.shapes = true},
    {.dtypes = true, .floating = true},
    {.shapes = true, .dtypes = true},
    {.shapes = true, .dtypes = true, .floating = true},
}};

// The forms of the places that the arms read, as far as they follow from the setting, besides those that are `given`;
// adds the tests to the proof.
[[nodiscard]] Forms::Known assume_setting(const Facts& facts, const Predication& at, const Setting& setting,
                                          Proof& proof, Forms::Known given = {});
// A mask that is read as `mask[..., None]` may have the shape of the others without the last dimension.
void absorb_columns(const Facts& facts, const Predication& at, const Setting& setting, Forms& forms, Proof& proof);
// Adds a test that the condition is on the device of the place; false if there is none.
[[nodiscard]] bool test_device(const Facts& facts, const Predication& at, const Place& lead, const Predicate& predicate,
                               const Forms& forms, Proof& proof);

// A place with a tensor that the arms take from outside for the target; what they leave as it is, if they do.
[[nodiscard]] std::optional<Place> tensor_of_arms(const Facts& facts, const Predication& at, const Target& target);

}  // namespace transforms
