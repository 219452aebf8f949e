// What is known of a number that is read from a tensor, and of the places that it goes to: for NumberUses.
#pragma once

#include "analysis/function/function_facts.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::scalar_uses {

// What is known of the number. A whole one has no negative zero, and its tensor leaves the dtype of every floating one
// as it is; a count is exact in double precision.
enum class Numbers : std::uint8_t { any, floating, whole, count };
[[nodiscard]] constexpr bool is_whole(Numbers numbers) {
    return numbers == Numbers::whole || numbers == Numbers::count;
}

// A name that holds the number, or what Python makes of it: tensors where the number is one.
struct HeldNumber {
    const names::Binding* variable;
    bool truth = false;  // of a comparison
};

// A tensor that the number meets and that is not known yet where the number is read: there, the variable that holds the
// number, or what is made of it, is made a number if need be.
struct LateMeeting {
    syntax::Node statement;
    const names::Binding* variable;
    std::vector<syntax::Node> partners;
};

// What is spelled in another way for a tensor: `127.0` of `127.0 / s`, as PyTorch multiplies a number with the
// reciprocal; `math.sqrt(s)`, `math.fabs(s)`; `rows[s[None]][0]` for `rows[s]`.
struct Respelled {
    syntax::Node node;
    const names::Binding* variable;  // that holds the tensor; null: none does, and nothing is tested
    std::string_view function{};     // of torch that takes the arguments; none: a numerator
    std::string made{};              // or how else it is spelled; with a function, what that takes
    bool serves_numbers = false;     // as well: others may call with one
    std::string_view assigned{};     // `s` of `s = x.max().item() or 1.0`: a statement behind it does the rest

    // `made` is all of it, with no name of torch.
    [[nodiscard]] bool is_made_here() const { return function.empty() && !made.empty(); }
};

}  // namespace transforms::scalar_uses
