// The shape and dtype of a value as terms: equal Forms are tensors of one shape and dtype, whatever they are. What
// Forms (inference.h) finds out about expressions, and what operations make of it.
#pragma once

#include "analysis/values/lattice/value.h"

#include <set>
#include <string>

namespace operations {

struct Form {
    enum class Kind : std::uint8_t { unknown, number, tensor };
    Kind kind = Kind::unknown;
    std::set<std::string> shape;  // those that it is broadcast from; none: no dimensions
    std::string dtype;            // a term: equal terms are equal dtypes. Of a number "bool", "int", "float", "number"
    bool floating = false;        // the dtype certainly is
    bool numeric = false;         // or it is one of whole numbers: not bool
    bool kept = false;            // a number that a tensor without dimensions stands for: eliminate_item.h

    [[nodiscard]] bool is_tensor() const { return kind == Kind::tensor; }
    [[nodiscard]] bool is_number() const { return kind == Kind::number; }
    [[nodiscard]] bool is_bool() const { return is_tensor() && dtype == "bool"; }
};

inline constexpr std::string_view count_dtype = "s(bool)";  // int64, of how many are true: never negative

// Certainly of whole numbers, or bool.
[[nodiscard]] bool is_whole(const Form& form);
[[nodiscard]] bool same_form(const Form& a, const Form& b);
// Of a number: "bool", "int", "float", "number", or a name of its own.
[[nodiscard]] Form number(std::string term);
[[nodiscard]] std::string number_term(const values::Value& value);
// Of a value that nothing else is known of: a shape and a dtype of its own.
[[nodiscard]] Form opaque_form(const values::Value& value, const std::string& label);

void copy_dtype(Form& to, const Form& from);
// What a float, or a division, makes of a dtype.
[[nodiscard]] Form floated(Form form);
// The dtype of a tensor that a number takes part in.
[[nodiscard]] Form with_number(Form tensor, const Form& number);
// The dtype of a quotient of two tensors.
[[nodiscard]] Form quotient(const Form& a, const Form& b);
// The common dtype of two tensors.
[[nodiscard]] Form promoted(const Form& a, const Form& b);

[[nodiscard]] std::string joined(const std::set<std::string>& names);

}  // namespace operations
