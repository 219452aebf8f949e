// A guard: a test in front of rewritten code, of what is known while TorchDynamo traces. It costs nothing in the graph.
//
// A guard is a value. code() writes it as Python, says() tells it in words, and what follows from it, or of which names
// it speaks, is asked of the guard, never of its text. Every rewrite makes guards; Proof (proof.h) collects them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::proof {

struct Guard {
    // What a guard is about: a property of `subject`, which is the text of a Python expression.
    enum class Property : std::uint8_t {
        type,        // isinstance(x, ...)
        value,       // x
        magnitude,   // abs(x)
        shape,       // x.shape
        dtype,       // x.dtype
        device,      // x.device
        rank,        // x.dim()
        count,       // x.numel()
        floating,    // x.is_floating_point()
        complex,     // x.is_complex()
        gradient,    // x.requires_grad
        contiguous,  // x.is_contiguous()
        code,        // what no other property says: the subject is the test
    };
    enum class Relation : std::uint8_t { is, is_not, equal, not_equal, above, at_least, at_most, below, among };
    enum class Join : std::uint8_t { none, all, any };  // of `parts`; `relation` may be is_not for any

    Property property = Property::code;
    Relation relation = Relation::is;
    std::string subject{};
    std::string part{};     // "[1]" of `x.shape[1] == ...`, "1e-4" of `1e-4 <= abs(x) <= 65504`
    std::string other{};    // whose property is compared: `y` of `x.shape == y.shape`; empty for a constant
    std::string operand{};  // the constant, or "[:-1]" of `x.shape == y.shape[:-1]`
    Join join = Join::none;
    std::vector<Guard> parts{};
    bool assumable = true;  // false: that it may not hold is what the program is written for

    bool operator==(const Guard&) const = default;
};

using Guards = std::vector<Guard>;

// isinstance(x, torch.Tensor); isinstance(x, (int, float)); isinstance(x, (list, tuple)); not isinstance(x, bool)
[[nodiscard]] Guard is_tensor(std::string_view subject, std::string_view torch);
[[nodiscard]] Guard is_number(std::string_view subject);
[[nodiscard]] Guard is_instance(std::string_view subject, std::string_view types);
[[nodiscard]] Guard is_no_instance(std::string_view subject, std::string_view types);
// x.shape == y.shape, or with `part`: x.shape == y.shape[:-1]; x.shape[1] == y.shape[0]
[[nodiscard]] Guard same_shape(std::string_view subject, std::string_view other, std::string_view part = {});
[[nodiscard]] Guard same_size(std::string_view subject, int dim, std::string_view other, int other_dim);
[[nodiscard]] Guard same_dtype(std::string_view subject, std::string_view other);
// torch.promote_types(x.dtype, y.dtype) == y.dtype
[[nodiscard]] Guard no_wider_dtype(std::string_view subject, std::string_view other, std::string_view torch);
[[nodiscard]] Guard same_device(std::string_view subject, std::string_view other);
// x.dtype == torch.bool
[[nodiscard]] Guard is_mask(std::string_view subject, std::string_view torch);
[[nodiscard]] Guard dtype_is(std::string_view subject, std::string_view dtype);
[[nodiscard]] Guard dtype_is_not(std::string_view subject, std::string_view dtype);
[[nodiscard]] Guard rank_is(std::string_view subject, int rank);
[[nodiscard]] Guard rank_above(std::string_view subject, int rank);
// x.numel() == 1; x.numel() > 0
[[nodiscard]] Guard has_one_element(std::string_view subject);
[[nodiscard]] Guard has_elements(std::string_view subject);
[[nodiscard]] Guard is_floating(std::string_view subject);
[[nodiscard]] Guard is_not_floating(std::string_view subject);
[[nodiscard]] Guard is_not_complex(std::string_view subject);
[[nodiscard]] Guard is_contiguous(std::string_view subject);
// not x.requires_grad; not (x.requires_grad or y.requires_grad)
[[nodiscard]] Guard wants_no_gradient(std::string_view subject);
[[nodiscard]] Guard want_no_gradient(const std::vector<std::string>& subjects);
// n > 0; n != 0
[[nodiscard]] Guard is_positive(std::string_view number);
[[nodiscard]] Guard is_not_zero(std::string_view number);
// Any other property and constant: abs(n) <= 65504, x.shape[1] > 3.
[[nodiscard]] Guard compared(Guard::Property property, std::string_view subject, Guard::Relation relation,
                             std::string_view constant, std::string_view part = {});
[[nodiscard]] Guard code(std::string test);
[[nodiscard]] Guard all_of(Guards parts);
[[nodiscard]] Guard any_of(Guards parts);

[[nodiscard]] std::string code(const Guard& guard);    // "x.shape == y.shape"
[[nodiscard]] std::string code(const Guards& guards);  // joined by `and`
[[nodiscard]] std::vector<std::string> codes(const Guards& guards);
[[nodiscard]] std::string says(const Guard& guard);  // "`x` has the shape of `y`"
[[nodiscard]] std::vector<std::string> says(const Guards& guards);
[[nodiscard]] std::string listed(const std::vector<std::string>& parts);  // "a, b and c"
// A sentence for each expression, "`x` has the shape and the dtype of `y`", or for several of which the same is said.
[[nodiscard]] std::vector<std::string> says_together(const Guards& guards);
[[nodiscard]] std::size_t tests_of(const Guards& guards);  // how many a reader meets, also within `or`

[[nodiscard]] bool follows(const Guard& one, const Guard& other);  // where the other holds, the one does
[[nodiscard]] bool speaks_of(const Guard& guard, std::string_view name);
[[nodiscard]] bool tests_tensor(const Guard& guard);  // isinstance(x, torch.Tensor)
// It asks what only tensors have: `x.shape`.
[[nodiscard]] bool asks_tensor(const Guard& guard, std::string_view name);
// What is left to ask of it where all of the others hold: "not y.requires_grad" of "not (x.requires_grad or
// y.requires_grad)" beside "not x.requires_grad". Nothing if it follows.
[[nodiscard]] std::optional<Guard> beside(const Guard& guard, const Guards& others);
// Each once, and none that follows from another; the order is kept.
[[nodiscard]] Guards without_implied(const Guards& guards);

}  // namespace transforms::proof
